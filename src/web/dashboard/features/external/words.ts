import type { ExternalKind } from '#src/shared/external/evidence.ts';
import type { HookCall, ExternalRule } from '#src/shared/external/rules.ts';
import type { StatusTone } from '#src/web/ui/status-tag.tsx';

export const KIND_WORDS: Record<ExternalKind, string> = {
  webhook: 'Webhook',
  news: 'News',
  calendar: 'Calendar',
};

export const OUTCOME_WORDS: Record<HookCall['outcome'], { tone: StatusTone; label: string }> = {
  accepted: { tone: 'done', label: 'Triggered an alert' },
  repeated: { tone: 'waiting', label: 'Repeat' },
  quiet: { tone: 'waiting', label: 'Kept still' },
  refused: { tone: 'fault', label: 'Refused' },
};

export function stateWords({ state, deletedAt }: Pick<ExternalRule, 'state' | 'deletedAt'>): {
  tone: StatusTone;
  label: string;
} {
  if (deletedAt !== null) return { tone: 'waiting', label: 'Deleted' };
  return state === 'active' ? { tone: 'done', label: 'Active' } : { tone: 'waiting', label: 'Paused' };
}
