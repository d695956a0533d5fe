import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ExternalRule, ExternalRuleMade } from '#src/shared/external/rules.ts';
import { MuteLine } from '#src/web/dashboard/lib/mutes/mute-line.tsx';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ConfirmDialog } from '#src/web/ui/confirm-dialog.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { StatusTag } from '#src/web/ui/status-tag.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { AddressOnce } from './address-once.tsx';
import { Calls } from './calls.tsx';
import { Head } from './head.tsx';
import {
  changeExternalRule,
  deleteExternalRule,
  duplicateExternalRule,
  externalRuleQuery,
  restoreExternalRule,
  rotateSecret,
} from './queries.ts';
import { RuleForm } from './rule-form.tsx';
import { useMakeOn } from '#src/web/dashboard/lib/use-act.ts';
import { stateWords } from './words.ts';

const ABOVE = [
  { to: '/rules', label: 'Rules' },
  { to: '/rules/outside', label: 'Webhooks and news' },
];

/** One external rule: its address, what came, and its settings. */
export function ExternalRulePage() {
  const { id = '' } = useParams();
  const { data: rule, error, refetch } = useQuery(externalRuleQuery(id));
  const mayWrite = useMay('rules:write');
  const navigate = useNavigate();
  const [copy, setCopy] = useState<ExternalRuleMade | null>(null);
  usePageTitle(rule?.name ?? 'Rule');
  if (error && !rule)
    return (
      <>
        <Head above={ABOVE} title="Rule" />
        <ErrorState
          heading="h2"
          title="We couldn’t load this rule"
          text={error.message}
          onRetry={() => void refetch()}
        />
      </>
    );
  if (!rule || mayWrite === undefined)
    return (
      <>
        <Head above={ABOVE} title="Rule" />
        <output className="grid gap-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-11 w-full max-w-140" />
          <Skeleton className="h-40 w-full max-w-140" />
        </output>
      </>
    );
  return (
    <>
      <Head above={ABOVE} title={rule.name}>
        <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <StatusTag {...stateWords(rule)} />
          <span className="text-ink-3">Version {rule.version}</span>
        </p>
        <p className="mt-3 max-w-text text-base text-ink-2">{rule.reading}</p>
        {rule.deletedAt === null ? (
          <div className="mt-3">
            <MuteLine what={{ kind: 'rule', target: rule.id, name: rule.name }} label="Mute this rule" />
          </div>
        ) : null}
      </Head>
      {copy?.address ? (
        <AddressOnce
          name={copy.name}
          address={copy.address}
          onClose={() => {
            setCopy(null);
            void navigate(`/rules/outside/${copy.id}`);
          }}
        />
      ) : null}
      {rule.deletedAt ? (
        <BringBack rule={rule} mayWrite={mayWrite} />
      ) : (
        <Address rule={rule} mayWrite={mayWrite} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {rule.hook ? <Calls id={rule.id} /> : <Listening kind={rule.kind} />}
        {mayWrite && rule.deletedAt === null ? (
          <section aria-labelledby="settings">
            <h2 id="settings" className="headline mb-4 text-h4">
              Settings
            </h2>
            <Changes says>
              <RuleForm
                key={rule.id}
                rule={rule}
                kind={rule.outside.kind}
                onDone={({ name }) => toast({ title: 'Saved', description: name })}
              />
              <Acts
                rule={rule}
                onCopied={(made) => {
                  toast({ title: 'Duplicated as paused', description: made.name });
                  if (made.address !== null) setCopy(made);
                  else void navigate(`/rules/outside/${made.id}`);
                }}
              />
            </Changes>
          </section>
        ) : null}
      </div>
    </>
  );
}

function Address({ rule: { id, name, hook }, mayWrite }: { rule: ExternalRule; mayWrite: boolean }) {
  const [asking, setAsking] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const { busy, run } = useMakeOn('outside');
  async function rotate(): Promise<void> {
    const made = await run(() => rotateSecret(id), 'No new address was made');
    if (made) setAddress(made.address);
  }
  if (!hook) return null;
  if (address !== null) return <AddressOnce name={name} address={address} onClose={() => setAddress(null)} />;
  return (
    <section aria-labelledby="address" className="mb-10">
      <h2 id="address" className="headline text-h4">
        Address
      </h2>
      <p className="figure mt-2 text-sm break-all">/hooks/rules/{hook.hint}</p>
      <p className="mt-1 text-sm text-ink-2">
        Created <Time at={hook.madeAt} />. The full address was shown once and isn’t stored.
      </p>
      {mayWrite ? (
        <Changes className="mt-3">
          <Button size="sm" busy={busy} onClick={() => setAsking(true)}>
            Create new address
          </Button>
        </Changes>
      ) : null}
      <ConfirmDialog
        open={asking}
        title="Create a new address?"
        text="The current address stops working at once."
        confirmLabel="Create new address"
        onConfirm={() => void rotate()}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

function BringBack({ rule: { id, name, hook }, mayWrite }: { rule: ExternalRule; mayWrite: boolean }) {
  const { busy, run } = useMakeOn('outside');
  async function restore(): Promise<void> {
    const back = await run(() => restoreExternalRule(id), 'It wasn’t restored');
    if (back) toast({ title: 'Rule restored', description: name });
  }
  return (
    <section aria-label="Deleted" className="mb-10">
      <p className="max-w-text text-sm text-ink-2">
        {hook
          ? 'It’s deleted, and its address doesn’t work. If you restore it, the same address works again.'
          : 'It’s deleted and doesn’t trigger.'}
      </p>
      {mayWrite ? (
        <Changes says className="mt-3">
          <Button busy={busy} onClick={() => void restore()}>
            Restore
          </Button>
        </Changes>
      ) : null}
    </section>
  );
}

function Listening({ kind }: { kind: ExternalRule['kind'] }) {
  const isCalendar = kind === 'calendar';
  return (
    <section aria-labelledby="listening" className="xl:order-last">
      <h2 id="listening" className="headline text-h4">
        What it reads
      </h2>
      <p className="mt-3 max-w-text text-sm text-ink-2">
        {isCalendar
          ? 'We check its calendars every 5 minutes, and every minute while a figure is due.'
          : 'We check its sources every 5 minutes.'}{' '}
        See their state and what was skipped under{' '}
        <Link to={isCalendar ? '/calendar' : '/feeds'} className="underline">
          {isCalendar ? 'Calendar' : 'Feeds'}
        </Link>
        . Its alerts are in{' '}
        <Link to="/alerts" className="underline">
          all alerts
        </Link>
        .
      </p>
    </section>
  );
}

function Acts({
  rule: { id, name, state },
  onCopied,
}: {
  rule: ExternalRule;
  onCopied: (made: ExternalRuleMade) => void;
}) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const { busy, run } = useMakeOn('outside');
  const isActive = state === 'active';
  const turn = () =>
    run(
      () => changeExternalRule(id, { state: isActive ? 'paused' : 'active' }),
      isActive ? 'It wasn’t paused' : 'It wasn’t switched on',
    );
  async function copy(): Promise<void> {
    const made = await run(() => duplicateExternalRule(id), 'It wasn’t duplicated');
    if (made) onCopied(made);
  }
  async function remove(): Promise<void> {
    const done = await run(async () => (await deleteExternalRule(id), true), 'It wasn’t deleted');
    if (!done) return;
    toast({ title: 'Deleted', description: `${name}. You can restore it. Its alerts stay.` });
    void navigate('/rules/outside');
  }
  return (
    <div className="flex flex-wrap gap-3 border-t border-line pt-5">
      <Button busy={busy} onClick={() => void turn()}>
        {isActive ? 'Pause' : 'Switch on'}
      </Button>
      <Button busy={busy} onClick={() => void copy()}>
        Duplicate
      </Button>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Delete “${name}”?`}
        text="It stops triggering. You can restore it, and its alerts stay."
        confirmLabel="Delete"
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
