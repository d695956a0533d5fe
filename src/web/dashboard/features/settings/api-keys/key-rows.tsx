import { useState, type ReactNode } from 'react';
import { type ApiKey, KEY_SCOPES } from '#src/shared/api-keys.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { useAct } from '../use-act.ts';
import { revokeKey } from './queries.ts';

export function KeyRows({
  items,
  asleep,
  mayWrite,
  onRevoked,
}: {
  items: readonly ApiKey[];
  asleep: boolean;
  mayWrite: boolean;
  onRevoked: () => Promise<void>;
}) {
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const { busy, run } = useAct('The key still works');
  const revoke = (key: ApiKey) =>
    run(async () => {
      await revokeKey(key.id);
      toast({ title: 'Key revoked', description: `“${key.name}” is refused from now on.` });
      await onRevoked();
    });
  return (
    <ul className="mb-6 border-t border-line" aria-label="API keys">
      {items.map((key) => (
        <li key={key.id} className="border-b border-line py-4">
          <div className="flex items-start justify-between gap-6">
            <div className="min-w-0">
              <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-base">
                <span className="font-medium wrap-anywhere">{key.name}</span>
                <span className="figure text-sm text-ink-2">{key.hint}…</span>
                <State of={key} asleep={asleep} />
              </p>
              <p className="mt-1 text-sm text-ink-2">{scopesInWords(key.scopes)}</p>
            </div>
            {mayWrite ? (
              <Button
                size="sm"
                className="shrink-0"
                disabled={busy}
                aria-label={`Revoke ${key.name}`}
                onClick={() => setAsked(key)}
              >
                Revoke
              </Button>
            ) : null}
          </div>
          <Facts of={key} />
        </li>
      ))}
      <ConfirmDialog
        open={asked !== null}
        title={`Revoke “${asked?.name ?? ''}”?`}
        text="Requests with this key fail at once. You can’t undo this."
        confirmLabel="Revoke the key"
        onClose={() => setAsked(null)}
        onConfirm={() => {
          if (asked) void revoke(asked);
        }}
      />
    </ul>
  );
}

const hasExpired = ({ expiresAt }: ApiKey): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= Date.now();

function State({ of, asleep }: { of: ApiKey; asleep: boolean }) {
  if (hasExpired(of)) return <Badge>Expired</Badge>;
  return asleep ? <Badge>Paused</Badge> : null;
}

/** When it was used, made, and will end: each in its own column, so that the eye runs down one question. */
function Facts({ of }: { of: ApiKey }) {
  const { lastUsedAt, lastUsedNetwork, createdAt, madeBy, makerLeft, expiresAt } = of;
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
      <Fact name="Last used">
        {lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />}
        {lastUsedNetwork ? (
          <span className="figure block wrap-anywhere text-ink-2">{lastUsedNetwork}</span>
        ) : null}
      </Fact>
      <Fact name="Created">
        <Time at={createdAt} />
        <span className="block wrap-anywhere text-ink-2">
          by {madeBy}
          {makerLeft ? ', who has left' : ''}
        </span>
      </Fact>
      <Fact name={hasExpired(of) ? 'Expired' : 'Expires'}>
        {expiresAt === null ? 'when it is revoked' : <Time at={expiresAt} />}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="slug text-ink-2">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

/** A scope that this page doesn't know (from a newer server) is shown by its name. */
function scopesInWords(scopes: readonly string[]): string {
  const known: Record<string, { label: string }> = KEY_SCOPES;
  return scopes.map((scope) => known[scope]?.label ?? scope).join(' · ');
}
