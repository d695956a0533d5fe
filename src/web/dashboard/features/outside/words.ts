import type { OutsideKind } from '#src/shared/outside/evidence.ts';
import type { HookCall } from '#src/shared/outside/rules.ts';
import type { StatusTone } from '#src/web/ui/status-tag.tsx';

export const KIND_WORDS: Record<OutsideKind, string> = {
  webhook: 'Webhook',
  news: 'News',
  calendar: 'Calendar',
};

export const OUTCOME_WORDS: Record<HookCall['outcome'], { tone: StatusTone; label: string }> = {
  accepted: { tone: 'done', label: 'Made an alert' },
  repeated: { tone: 'waiting', label: 'Repeat' },
  quiet: { tone: 'waiting', label: 'Kept still' },
  refused: { tone: 'fault', label: 'Refused' },
};
