import { assess, type Assessed } from '#src/engine/approval/policies/assess.ts';
import { standardPolicies } from '#src/engine/approval/policies/standard.ts';
import type { ApprovalInputs } from '#src/shared/approval-inputs.ts';
import { sessions } from '../../market-record.ts';
import { moves } from '../../record-figures.ts';
import { detection } from '../trace/alert.ts';

/** As the engine looks at it (src/engine/alerts/approval-inputs.ts). */
const BARS = 250;
const SENT_COUNTED = 20;
/** The demo's readers, and the channels below but email. */
const AUDIENCE = { people: 2, destinations: 8 };

/** What a policy knows about the event at the close of its day. All of it is counted in the record. */
function inputsOf(): ApprovalInputs {
  const day = new Date(detection.time).toISOString().slice(0, 10);
  const at = sessions.findIndex(({ date }) => date === day);
  const before = sessions.slice(Math.max(0, at - BARS), at);
  const size = Math.abs(detection.value);
  const close = `${day}T20:00:00.000Z`;
  const sent = Math.min(
    SENT_COUNTED,
    moves(sessions.slice(0, at), detection.evidence.params['min_pct'] ?? Number.NaN).length,
  );
  return {
    version: 1,
    at: close,
    eventAt: close,
    kind: 'market',
    move: {
      changePercent: detection.value,
      rank: before.filter(({ change }) => Math.abs(change) < size).length / before.length,
      bars: before.length,
    },
    claims: { ownWords: false, action: null },
    data: { quarantined: 0 },
    sent: { brand: sent, rule: sent, template: null },
    writer: { model: null, refused: 0 },
    audience: AUDIENCE,
    local: { timeZone: 'America/New_York', weekday: new Date(close).getUTCDay(), time: '16:00' },
    history: { reviewed: 0, rejected: 0, edited: 0 },
  };
}

export const inputs = inputsOf();

/** What each standard policy decides about the alert: by the engine's own function. */
export const decided: readonly (Assessed & { name: string })[] = standardPolicies().map(
  ({ name, content }) => ({
    name,
    ...assess(content, inputs),
  }),
);
