import { useState } from 'react';
import { Link } from 'react-router';
import { FINDING_CATEGORIES, judgementFormSchema, NOTE_MAX, type Sample } from '#src/shared/samples.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button, buttonClass } from '#src/web/ui/button.tsx';
import { Select } from '#src/web/ui/select.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { Time } from '#src/web/ui/time.tsx';
import { judgeSample } from './samples.ts';

const CATEGORIES = [
  { value: '', label: 'Choose…' },
  ...Object.entries(FINDING_CATEGORIES).map(([value, label]) => ({ value, label })),
];

/** One alert that was drawn: what was found, or the buttons to say so. */
export function CheckRow({ sample }: { sample: Sample }) {
  const { alertId, title, symbol, brand, policy, sampledAt, judged } = sample;
  return (
    <li className="grid gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <div className="min-w-0">
        <Link
          to={`/alerts/${alertId}`}
          className="font-medium break-words hover:underline pointer-coarse:py-3"
        >
          {title}
        </Link>
        <p className="mt-1 flex flex-wrap gap-x-2 text-sm text-ink-2">
          {symbol === null ? null : <span className="figure max-w-full truncate">{symbol}</span>}
          <span className="min-w-0 wrap-anywhere">{brand}</span>
        </p>
        <p className="mt-0.5 text-xs text-ink-3 wrap-anywhere">
          Approved by “{policy.name}” (version {policy.version}) · <Time at={sampledAt} />
        </p>
      </div>
      {judged === null ? <Judging sample={sample} /> : <Judged sample={sample} judged={judged} />}
    </li>
  );
}

function Judged({ sample, judged }: { sample: Sample; judged: NonNullable<Sample['judged']> }) {
  const { verdict, category, note, by, at } = judged;
  return (
    <div className="min-w-0 text-sm">
      <p className="font-medium">
        {verdict === 'none'
          ? 'No finding'
          : `Finding: ${category === null ? '' : FINDING_CATEGORIES[category]}`}
      </p>
      {note === null ? null : <p className="mt-1 break-words whitespace-pre-line text-ink-2">{note}</p>}
      <p className="mt-1 text-xs text-ink-3 wrap-anywhere">
        {by} · <Time at={at} />
      </p>
      {verdict === 'finding' ? (
        <p className="mt-2 flex flex-wrap gap-2">
          <Link to={`/alerts/${sample.alertId}`} className={buttonClass('secondary', 'sm')}>
            Write a correction
          </Link>
          {sample.rule ? (
            <Link to={`/rules/${sample.rule.id}`} className={buttonClass('secondary', 'sm')}>
              Open rule
            </Link>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}

function Judging({ sample: { alertId, title, revision, refusal } }: { sample: Sample }) {
  const may = useMay('alerts:approve');
  const [finds, setFinds] = useState(false);
  const { busy, run } = useActOn('alerts');
  if (may === undefined) return <div className="h-11" />;
  if (!may || refusal !== null)
    return (
      <p className="text-sm text-ink-2">{refusal ?? 'Owners, admins and approvers check these alerts.'}</p>
    );
  if (finds) return <FindingForm alertId={alertId} revision={revision} onCancel={() => setFinds(false)} />;
  return (
    <Changes>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={busy}
          aria-label={`No finding: ${title}`}
          onClick={() =>
            void run(() => judgeSample(alertId, { verdict: 'none', revision }), {
              failure: 'Your check wasn’t saved',
            })
          }
        >
          No finding
        </Button>
        <Button size="sm" disabled={busy} aria-label={`Finding: ${title}`} onClick={() => setFinds(true)}>
          Finding…
        </Button>
      </div>
    </Changes>
  );
}

function FindingForm({
  alertId,
  revision,
  onCancel,
}: {
  alertId: string;
  revision: string;
  onCancel: () => void;
}) {
  const { run } = useActOn('alerts');
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { category: '', note: '' },
    check: ({ category, note }) =>
      checkBy(judgementFormSchema, {
        verdict: 'finding',
        revision,
        note,
        ...(category !== '' && { category }),
      }),
    start: 'category',
    submit: async (form, { refuse }) => {
      await run(() => judgeSample(alertId, form), { onRefused: ({ message }) => refuse('note', message) });
    },
  });
  return (
    <form noValidate aria-label="Finding" onSubmit={onSubmit} className="grid gap-3">
      <Select label="What is wrong?" options={CATEGORIES} {...field('category')} />
      <TextArea
        label="What did you find?"
        hint="Kept on the ledger. Only your team sees it."
        rows={3}
        maxLength={NOTE_MAX}
        {...field('note')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="sm" busy={busy}>
          {busy ? 'Processing...' : 'Save finding'}
        </Button>
        <Button size="sm" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
