import { MOVED_ACTIONS } from '#src/shared/approval.ts';
import { LAPSED_THEN } from '#src/shared/lapsed.ts';
import type { Faults } from '#src/web/lib/forms/check.ts';
import { Select } from '#src/web/ui/select.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import type { PolicyDraft } from './draft.ts';

const ACTIONS = {
  off: 'Send it anyway',
  lapse: 'Let the approval lapse: nothing is sent',
  ask: 'Ask for approval again',
} as const;
const LATE = { nothing: 'Nothing', digest: 'A digest that lists it as past news' } as const;

type Props = { draft: PolicyDraft; faults: Faults; set: (change: Partial<PolicyDraft>) => void };

/** How far the price may move before an alert is sent, and what becomes of the alert then. */
export function PriceFields({ draft: { freshness }, faults, set }: Props) {
  const change = (to: Partial<NonNullable<PolicyDraft['freshness']>>): void => {
    set({ freshness: { movedPercent: '2', action: 'ask', late: 'nothing', ...freshness, ...to } });
  };
  return (
    <>
      <Select
        label="If it moves too far before the alert is sent"
        options={(['off', ...MOVED_ACTIONS] as const).map((value) => ({ value, label: ACTIONS[value] }))}
        value={freshness?.action ?? 'off'}
        onChange={({ target }) => {
          const action = MOVED_ACTIONS.find((each) => each === target.value);
          if (action) change({ action });
          else set({ freshness: null });
        }}
      />
      {freshness ? (
        <>
          <TextField
            label="Too far, in percent"
            inputMode="decimal"
            autoComplete="off"
            hint="From 0.1 to 50, up or down, from the price in the alert to the newest stored one."
            value={freshness.movedPercent}
            error={faults['freshness.movedPercent']}
            onChange={({ target }) => change({ movedPercent: target.value })}
          />
          <Select
            label="Readers whose quiet hours end too late get"
            options={LAPSED_THEN.map((value) => ({ value, label: LATE[value] }))}
            value={freshness.late}
            onChange={({ target }) => {
              const late = LAPSED_THEN.find((each) => each === target.value);
              if (late) change({ late });
            }}
          />
        </>
      ) : null}
    </>
  );
}
