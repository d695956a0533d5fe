import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import {
  type Authorization,
  type CameBack as CameBackForm,
  cameBackSchema,
} from '#src/shared/authorizations.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { Select } from '#src/web/ui/select.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { authorizationQuery, chooseAccount, connectionsQuery, finishAuthorize } from './queries.ts';

const NAME = 'authorization';
/** A code is redeemed once, however often the page is drawn. */
const redeemed = new Set<string>();

/** What became of connecting an account at its provider, after people come back from there. */
export function CameBack() {
  const [search, setSearch] = useSearchParams();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { busy, run } = useActOn('channels');
  const [problem, setProblem] = useState<string | null>(null);
  const id = search.get(NAME);
  const came = cameBackSchema.safeParse(Object.fromEntries(new URLSearchParams(hash.slice(1)))).data;

  async function finish(form: CameBackForm): Promise<void> {
    // The code leaves the address at once, whatever becomes of it.
    void navigate({ search: '', hash: '' }, { replace: true });
    const made = await run(() => finishAuthorize(form), { onRefused: ({ message }) => setProblem(message) });
    if (made) void navigate({ search: `?${NAME}=${made.done.id}` }, { replace: true });
  }
  useEffect(() => {
    if (!came || redeemed.has(came.state)) return;
    redeemed.add(came.state);
    void finish(came);
  });

  const close = (): void => {
    setProblem(null);
    setSearch(
      (before) => {
        before.delete(NAME);
        return before;
      },
      { replace: true },
    );
  };
  if (problem !== null) return <Note title="Nothing was connected" text={problem} isFault onClose={close} />;
  if (id !== null) return <Outcome id={id} onClose={close} />;
  return came || busy ? <output className="mt-6 block text-sm text-ink-2">Connecting…</output> : null;
}

function Outcome({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useQuery(authorizationQuery(id));
  const connections = useQuery(connectionsQuery).data ?? [];
  const titleOf = useChannelTitle();
  const connected = connections.find((each) => each.id === data?.connection?.id);
  const hasPlaces = connected !== undefined && connected.destinations.length > 0;
  if (error) return <Note title="Nothing was connected" text={error.message} isFault onClose={onClose} />;
  if (!data) return null;
  if (data.state === 'choosing') return <Choose authorization={data} onClose={onClose} />;
  if (data.state === 'connected')
    return (
      <Note
        title={`${data.connection?.name ?? titleOf(data.channel)} is connected`}
        text={
          hasPlaces
            ? 'Choose where it posts in the routes of your rules.'
            : 'Add the places it posts to below, then choose them in the routes of your rules.'
        }
        onClose={onClose}
      />
    );
  return (
    <Note
      title={`${titleOf(data.channel)} wasn’t connected`}
      text={data.problem ?? 'It isn’t finished. Connect again.'}
      isFault
      onClose={onClose}
    />
  );
}

function Note({
  title,
  text,
  isFault = false,
  onClose,
}: {
  title: string;
  text: string;
  isFault?: boolean;
  onClose: () => void;
}) {
  return (
    <div
      role={isFault ? 'alert' : 'status'}
      className={cx(
        'mt-6 flex max-w-180 flex-wrap items-start justify-between gap-x-6 gap-y-2 border-l-2 bg-sunk py-3 pr-3 pl-5',
        isFault ? 'border-fault' : 'border-rule',
      )}
    >
      <div className="min-w-0 grow basis-60 py-1">
        <p className="text-base font-medium wrap-anywhere">{title}</p>
        <p className="mt-1 max-w-text text-sm wrap-anywhere text-ink-2">{text}</p>
      </div>
      <Button variant="quiet" size="sm" className="-ml-3 sm:ml-0" onClick={onClose}>
        Close
      </Button>
    </div>
  );
}

/** Several accounts may be posted with, such as pages. */
function Choose({ authorization, onClose }: { authorization: Authorization; onClose: () => void }) {
  const { id, channel, choices } = authorization;
  const titleOf = useChannelTitle();
  const { busy, run } = useActOn('channels');
  const [account, setAccount] = useState(choices[0]?.id ?? '');
  async function choose(): Promise<void> {
    const made = await run(() => chooseAccount(id, account), {
      failure: `${titleOf(channel)} wasn’t connected`,
    });
    if (!made) return;
    toast({ title: 'Connected', description: made.done.name });
    onClose();
  }
  return (
    <section
      aria-label={`Choose an account of ${titleOf(channel)}`}
      className="mt-6 max-w-180 border-l-2 border-rule bg-sunk py-4 pr-4 pl-5"
    >
      <Changes says>
        <Select
          label="Which account should post?"
          hint={`You may post with these at ${titleOf(channel)}.`}
          value={account}
          options={choices.map(({ id: value, title: label }) => ({ value, label }))}
          onChange={({ target }) => setAccount(target.value)}
        />
        <p className="mt-4 flex gap-3">
          <Button variant="primary" busy={busy} onClick={() => void choose()}>
            Connect
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </p>
      </Changes>
    </section>
  );
}
