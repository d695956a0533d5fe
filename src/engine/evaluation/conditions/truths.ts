import { printRule } from '#src/shared/rules/print.ts';
import { levelIndex, type Watched } from './level-index.ts';
import { figureKey, neededParts, type Part } from './needed-parts.ts';
import type { Compiled, RulesRun } from './rules-run.ts';

type Followed = {
  rule: Compiled;
  isTrue: boolean;
  /** How many of the parts that it waits for are true. */
  parts: number;
  changed: (isTrue: boolean) => void;
};
/** A part, however many wait for it. */
type Shared = { key: string; watched: Watched; waiting: Set<(isTrue: boolean) => void> };

/**
 * Follows which conditions of a run are true without looking at all of them: at each only while a part that it needs is
 * true, and at those parts only where their figure comes past their levels. What has no such parts is looked at on
 * every bar.
 */
export const followTruths = (run: RulesRun) => {
  const { graph } = run;
  const index = levelIndex(graph.now, graph.before);
  const shared = new Map<string, Shared>();
  const restless = new Set<Followed>();
  const awake = new Set<Followed>();

  const settle = (each: Followed, isTrue: boolean): void => {
    if (each.isTrue === isTrue) return;
    each.isTrue = isTrue;
    each.changed(isTrue);
  };

  const share = (part: Part): Shared => {
    const text = printRule(part.condition);
    const known = shared.get(text);
    if (known) return known;
    const { levels, isPulse, atRest } = part;
    const waiting: Shared['waiting'] = new Set();
    const watched: Watched = {
      levels,
      isPulse,
      atRest,
      isTrue: false,
      holds: graph.condition(part.condition),
      changed: (isTrue) => {
        for (const tell of waiting) tell(isTrue);
      },
    };
    const made = { key: figureKey(part), watched, waiting };
    shared.set(text, made);
    const of = 'moves' in part.of ? graph.moved(part.of) : graph.operand(part.of);
    index.add(made.key, { of, per: part.per && graph.operand(part.per) }, watched);
    return made;
  };
  /** @returns stops waiting */
  const waitFor = (part: Part, tell: (isTrue: boolean) => void): (() => void) => {
    const { key, watched, waiting } = share(part);
    waiting.add(tell);
    if (watched.isTrue) tell(true);
    return () => {
      waiting.delete(tell);
      if (waiting.size > 0) return;
      index.remove(key, watched);
      shared.delete(printRule(part.condition));
    };
  };

  return {
    /** `changed` is told when the rule becomes true and when it is no more. @returns ends it */
    follow: (rule: Compiled, changed: (isTrue: boolean) => void): (() => void) => {
      const each: Followed = { rule, isTrue: false, parts: 0, changed };
      const parts = neededParts(rule.rule);
      if (!parts) {
        restless.add(each);
        if (!run.isFirst()) settle(each, rule.holds() === 1);
        return () => void restless.delete(each);
      }
      const [only] = parts;
      const isPart = only && parts.length === 1 && printRule(only.condition) === printRule(rule.rule);
      const ends = parts.map((part) =>
        waitFor(part, (isTrue) => {
          if (isPart) return settle(each, isTrue);
          each.parts += isTrue ? 1 : -1;
          awake.add(each);
        }),
      );
      if (awake.has(each)) settle(each, rule.holds() === 1);
      return () => {
        for (const end of ends) end();
        awake.delete(each);
      };
    },
    /**
     * After every bar. Nothing is true on the first: there is no bar before it to compare with. `shown`: of a bar that is
     * not closed, and whether another has closed since the last that was shown.
     */
    next: (shown?: { isAnother: boolean }): void => {
      if (run.isFirst()) return;
      for (const each of restless) settle(each, each.rule.holds() === 1);
      if (shown) index.show(shown.isAnother);
      else index.next();
      for (const each of awake) {
        settle(each, each.rule.holds() === 1);
        if (each.parts === 0) awake.delete(each);
      }
    },
  };
};
