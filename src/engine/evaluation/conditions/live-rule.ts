import type { Bar, Detection, Timeframe } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import type { gate, GateState } from '#src/engine/frequency/gate.ts';

/** An active rule on one instrument. `gate`: its stored state, and the moment (`momentsOf`) at which it was stored. */
export type LiveRule = {
  workspaceId: string;
  id: string;
  version: number;
  instrumentId: string;
  timeframe: Timeframe;
  condition: Condition;
  rearm: Condition | null;
  settings: RuleSettings;
  gate: { asOf: number; state: GateState } | null;
};

/** A condition, however many rules have it. */
export type Line = {
  condition: Condition;
  isTrue: boolean;
  /** The bar on which it became true, as its watch counts them. */
  roseOn: number;
  detection: () => Detection | null;
  /** Why it is true on the open bar that was shown last. */
  shown: () => Detection | null;
  /** Rules to evaluate only on the bar on which it becomes true, and those to evaluate while it is. */
  onRise: Set<Entry>;
  whileTrue: Set<Entry>;
};

export const newLine = (condition: Condition): Line => ({
  condition,
  isTrue: false,
  roseOn: 0,
  detection: () => null,
  shown: () => null,
  onRise: new Set(),
  whileTrue: new Set(),
});

/** A rule with its lines and its gate. */
export type Entry = {
  rule: LiveRule;
  line: Line;
  rearm: Line | null;
  decide: ReturnType<typeof gate>;
  momentOf: (bar: Bar) => number;
  state: GateState;
  asOf: number;
  /** The set of a line in which it waits. */
  at: { line: Line; set: Set<Entry> } | null;
};

/** Whether a rule's gate must be stored to survive a restart; for others the keys of their events suffice. */
export const remembers = ({ frequency, cooldown_minutes, rearm, most_per_day }: RuleSettings): boolean =>
  frequency === 'once' ||
  typeof frequency === 'object' ||
  cooldown_minutes !== undefined ||
  rearm !== undefined ||
  most_per_day !== undefined;
