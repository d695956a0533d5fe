import { Check, CircleAlert, CircleDashed, CircleHelp, Clock, type LucideIcon } from 'lucide-react';
import { cx } from './cx.ts';
import { Hint } from './hint.tsx';

/** `done`: it happened. `fault`: it did not. `active`: under way. `waiting`: for someone. `unsure`: unknown. */
export type StatusTone = 'done' | 'fault' | 'active' | 'waiting' | 'unsure';

const ICONS: Record<StatusTone, LucideIcon> = {
  done: Check,
  fault: CircleAlert,
  active: CircleDashed,
  waiting: Clock,
  unsure: CircleHelp,
};

/** A state in one or a few words, with its icon. Green is for markets: what went well is simply ink. */
export function StatusTag({ tone, label, hint }: { tone: StatusTone; label: string; hint?: string | null }) {
  const Icon = ICONS[tone];
  return (
    <span
      className={cx(
        'inline-flex items-start gap-1.5',
        tone === 'fault' ? 'text-fault' : tone === 'done' ? 'text-ink' : 'text-ink-2',
      )}
    >
      <Icon size={14} strokeWidth={2.25} className="mt-[0.2em] shrink-0" aria-hidden="true" />
      {hint ? <Hint text={hint}>{label}</Hint> : label}
    </span>
  );
}
