import type { Bar, Detection } from '#src/shared/market.ts';
import type { Condition } from '#src/shared/rules/ast.ts';
import type { Line } from './live-rule.ts';
import { barsNeeded, needsOf } from './needs.ts';
import { besideTruths, eventRun } from './open-bar.ts';
import type { DayOf, Others } from './others.ts';
import { runRules } from './rules-run.ts';
import { followTruths } from './truths.ts';

/** Evaluates some lines together: with one graph, or one detector. */
export type Group = {
  isGraph: boolean;
  /** Its lines, each with what stops following it. */
  lines: Map<Line, () => void>;
  /** The conditions it began with. It goes on computing them all, whichever are still needed. */
  begun: readonly Condition[];
  feed: (bar: Bar) => void;
  /** @returns shows lines an open bar, which the group doesn't remember */
  look: (lines: readonly Line[]) => (bar: Bar) => void;
  /** Follows one more line, where that is possible. */
  take: (line: Line) => boolean;
};

/** Who hears whether a line is true: on a closed bar, when that changes, and on an open bar. */
type Listener = {
  changed: (line: Line, isTrue: boolean) => void;
  shown: (line: Line, isTrue: boolean) => void;
};

const eventGroup = (
  line: Line,
  event: Extract<Condition, { event: string }>,
  { changed, shown }: Listener,
): Group => {
  const feed = eventRun(event);
  let found: Detection | null = null;
  line.detection = () => found;
  return {
    isGraph: false,
    lines: new Map([[line, () => undefined]]),
    begun: [line.condition],
    feed: (bar) => {
      found = feed(bar);
      changed(line, found !== null);
    },
    look: () => (bar) => {
      const onOpenBar = feed(bar);
      line.shown = () => onOpenBar;
      shown(line, onOpenBar !== null);
    },
    take: () => false,
  };
};

const graphGroup = (
  own: readonly Line[],
  { changed, shown }: Listener,
  others?: Others,
  dayOf?: DayOf,
): Group => {
  const run = runRules(
    own.map(({ condition }) => condition),
    undefined,
    others,
    dayOf,
  );
  const truths = followTruths(run);
  const group: Group = {
    isGraph: true,
    lines: new Map(),
    begun: own.map(({ condition }) => condition),
    feed: (bar) => {
      run.feed(bar);
      truths.next();
    },
    look: (asked) => {
      const conditions = asked.map(({ condition }) => condition);
      const tell = (at: number, isTrue: boolean): void => {
        const line = asked[at];
        if (line) shown(line, isTrue);
      };
      const beside = besideTruths(run, conditions, tell, others, dayOf);
      for (const [at, line] of asked.entries()) line.shown = () => beside.detection(at);
      return beside.show;
    },
    take: (line) => {
      const rule = run.add(line.condition);
      if (!rule) return false;
      line.detection = () => run.detectionOf(rule);
      group.lines.set(
        line,
        truths.follow(rule, (isTrue) => changed(line, isTrue)),
      );
      return true;
    },
  };
  for (const line of own) group.take(line);
  return group;
};

/** So many graphs at most: then they are made one, so that what they share is computed once. */
const MOST_GRAPHS = 8;

/** The groups that evaluate the lines of one series. */
export const lineGroups = (listener: Listener, others?: Others, dayOf?: DayOf) => {
  let groups: Group[] = [];

  return {
    all: (): readonly Group[] => groups,
    feed: (bar: Bar): void => {
      for (const group of groups) group.feed(bar);
    },
    /** Stops following a line. */
    drop: (line: Line): void => {
      for (const group of groups) {
        group.lines.get(line)?.();
        group.lines.delete(line);
      }
    },
    /** Ends groups without lines. @returns the lines to begin anew, where there are too many graphs */
    tidy: (): Line[] => {
      groups = groups.filter((group) => group.lines.size > 0);
      const graphs = groups.filter((group) => group.isGraph);
      if (graphs.length < MOST_GRAPHS) return [];
      groups = groups.filter((group) => !group.isGraph);
      const lines = graphs.flatMap((group) => [...group.lines.keys()]);
      for (const graph of graphs) for (const end of graph.lines.values()) end();
      return lines;
    },
    /**
     * Follows new lines: in a graph that knows all they look at, else in groups of their own, which are warmed with the
     * last bars.
     */
    begin: async (
      fresh: readonly Line[],
      barMinutes: number,
      warm: (count: number) => Promise<readonly Bar[]>,
    ): Promise<void> => {
      const isEvent = ({ condition }: Line): boolean => 'event' in condition;
      const rest = fresh.filter((line) => isEvent(line) || !groups.some((group) => group.take(line)));
      if (rest.length === 0) return;
      const conditions = rest.filter((line) => !isEvent(line));
      const made = rest.flatMap((line) =>
        'event' in line.condition ? [eventGroup(line, line.condition, listener)] : [],
      );
      if (conditions.length > 0) made.push(graphGroup(conditions, listener, others, dayOf));
      // One more than decides: whether it was true on the bar before is part of what is known.
      const needed = rest.map(({ condition }) => barsNeeded(needsOf(condition), barMinutes));
      const lookback = Math.max(...needed) + 1;
      for (const bar of await warm(lookback)) for (const group of made) group.feed(bar);
      groups.push(...made);
    },
  };
};
