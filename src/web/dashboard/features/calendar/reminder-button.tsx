import { Bell, BellRing } from 'lucide-react';
import { Link } from 'react-router';
import type { CalendarEntry } from '#src/shared/calendar/entry.ts';
import { matchesEntry } from '#src/shared/calendar/matches.ts';
import type { ExternalTrigger, ExternalRule } from '#src/shared/external/rules.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useMakeOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { Button } from '#src/web/ui/button.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { dayTitle } from './days.ts';
import { nextEntry } from './next-entry.ts';
import { makeReminder } from './queries.ts';
import { asEntry, reminderOf, stillSaid } from './reminder.ts';

export type CalendarRuleLine = ExternalRule & { outside: ExternalTrigger & { kind: 'calendar' } };

/** What a reminder that is made now says first. */
const FIRST = { before: '', figure: 'when its figure comes', nothing: 'if it comes again' };

/** What is told of a reminder that was made: where nothing is said of its entry any more, of which one it is. */
async function saidOf(
  { outside, reading }: ExternalRule,
  still: ReturnType<typeof stillSaid>,
  at: number,
): Promise<{ title: string; description: string }> {
  const title = 'You will be reminded';
  if (still === 'figure')
    return { title, description: `You’ll get this event’s figure when it’s released. ${reading}` };
  if (still === 'before' || outside.kind !== 'calendar') return { title, description: reading };
  const next = await nextEntry(outside, at).catch(() => undefined);
  if (next === undefined) return { title, description: reading };
  return next
    ? { title, description: `The first reminder is for ${dayTitle(next.day)}. ${reading}` }
    : {
        title: 'Waiting for the next event',
        description: `The calendar doesn’t list one yet. ${reading}`,
      };
}

/** The rule that reminds of an entry, or a button that makes one. */
export function Reminder({
  entry,
  rules,
  now,
}: {
  entry: CalendarEntry;
  rules: readonly CalendarRuleLine[];
  now: number;
}) {
  const mayWrite = useMay('rules:write') === true;
  const { busy, run } = useMakeOn('outside');
  const [rule, ...more] = rules.filter(
    ({ outside }) =>
      (outside.sources.length === 0 || outside.sources.includes(entry.sourceId)) &&
      matchesEntry(asEntry(entry), outside),
  );
  if (rule)
    return (
      <Link
        to={`/rules/outside/${rule.id}`}
        className="inline-flex min-h-9 items-center gap-1.5 text-xs text-ink-2 underline pointer-coarse:min-h-11"
      >
        <BellRing size={14} aria-hidden="true" className="shrink-0" />
        <span className="line-clamp-2 wrap-anywhere">
          {rule.name}
          {more.length > 0 ? ` and ${more.length} more` : ''}
        </span>
      </Link>
    );
  if (!mayWrite) return null;
  async function remind(): Promise<void> {
    const pressed = Date.now();
    const form = reminderOf(entry, pressed);
    const made = await run(() => makeReminder(form), 'No reminder was made');
    if (made) toast(await saidOf(made, stillSaid(entry, pressed), pressed));
  }
  const first = FIRST[stillSaid(entry, now)];
  return (
    <Changes>
      <Button
        size="sm"
        variant="quiet"
        busy={busy}
        className="-ml-3 xl:-mr-3 xl:ml-0"
        aria-label={`Remind me of ${entry.name} ${first}`.trim()}
        onClick={() => void remind()}
      >
        <Bell size={14} aria-hidden="true" /> Remind me
      </Button>
      {first === '' ? null : (
        <span aria-hidden="true" className="block pb-1 text-xs text-ink-2">
          {first}
        </span>
      )}
    </Changes>
  );
}
