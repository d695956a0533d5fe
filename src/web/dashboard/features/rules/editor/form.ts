import type { Timeframe } from '#src/shared/market.ts';
import type { RuleSettings } from '#src/shared/rules/settings.ts';
import type { RuleForm, StoredRule } from '#src/shared/rules/stored.ts';
import { defaultFrequency } from '#src/shared/rules/default-frequency.ts';
import { figuresCompared } from '#src/shared/rules/figures.ts';
import { messageProblem } from '#src/shared/rules/message.ts';
import { neverTrue } from '#src/shared/rules/never-true.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { timeframeProblem } from '#src/shared/rules/timeframe-problem.ts';
import { ANY_TIME, type SpeakingTimes, storedTimes, timesOf } from '#src/web/dashboard/lib/speaking-times.ts';
import {
  hasRouteFaults,
  type RouteDraft,
  routeDrafts,
  routeForms,
} from '#src/web/dashboard/lib/routes/draft.ts';
import { repeatsIn, repeatsText, SAY_REPEATS } from '#src/shared/rules/repeats.ts';
import { readingOf } from './reading.ts';

/** A rule as it is typed: numbers and times are texts until it is saved. */
export type Draft = {
  name: string;
  condition: string;
  headline: string;
  text: string;
  /** A symbol, or `list:` and the id of a watchlist. */
  target: string;
  timeframe: Timeframe;
  approval: string;
  frequency: 'every_time' | 'once_per_bar' | 'once_per_bar_close' | 'once' | 'minutes';
  minutes: string;
  cooldown: string;
  /** Such as `1h, 4h, 1d`; '' where each is sent. */
  repeats: string;
  mostPerDay: string;
  rearm: string;
  critical: boolean;
  routes: readonly RouteDraft[];
} & SpeakingTimes;

export const NEW_DRAFT: Draft = {
  name: '',
  condition: '',
  headline: '',
  text: '',
  target: '',
  timeframe: '1d',
  approval: 'auto',
  frequency: 'every_time',
  minutes: '60',
  cooldown: '',
  repeats: '',
  mostPerDay: '',
  rearm: '',
  critical: false,
  routes: [],
  ...ANY_TIME,
};

export function draftOf(rule: StoredRule): Draft {
  const { settings } = rule;
  const { frequency } = settings;
  return {
    ...NEW_DRAFT,
    name: rule.name,
    condition: rule.condition,
    headline: rule.message?.headline ?? '',
    text: rule.message?.text ?? '',
    target: rule.symbol ?? `list:${rule.watchlist?.id ?? ''}`,
    timeframe: rule.timeframe,
    approval: rule.approval,
    frequency: typeof frequency === 'object' ? 'minutes' : frequency,
    minutes: typeof frequency === 'object' ? String(frequency.minutes) : NEW_DRAFT.minutes,
    cooldown: settings.cooldown_minutes?.toString() ?? '',
    repeats: repeatsText(settings.repeat_minutes ?? []),
    mostPerDay: settings.most_per_day?.toString() ?? '',
    rearm: settings.rearm ?? '',
    critical: settings.critical === true,
    routes: routeDrafts(rule.routes),
    ...timesOf(settings),
  };
}

/**
 * A draft after a change. While nobody has chosen a frequency (`isFree`), it is the one that fits the condition: every
 * closing bar for events, becoming true for states.
 */
export function changedDraft(draft: Draft, change: Partial<Draft>, isFree: boolean): Draft {
  const next = { ...draft, ...change };
  if (!isFree || change.frequency !== undefined || readingOf(next.condition).problem) return next;
  return { ...next, frequency: defaultFrequency(parseRule(next.condition)) };
}

export type Faults = Partial<Record<keyof Draft, string>>;

const whole = (text: string, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
const YEAR = 525_600;

/** What is wrong with a draft, one sentence a field; nothing where it can be sent. */
export function faultsOf(draft: Draft, forReplay = false): Faults {
  const faults: Faults = {};
  if (!forReplay && draft.name.trim() === '') faults.name = 'Give the rule a name.';
  if (draft.condition.trim() === '') faults.condition = 'Enter a condition.';
  else if (readingOf(draft.condition).problem)
    faults.condition = 'Fix the condition first. The message shows where.';
  else {
    const condition = parseRule(draft.condition);
    const problem = timeframeProblem(condition, draft.timeframe) ?? (forReplay ? null : neverTrue(condition));
    if (problem) faults.condition = problem;
    const wrong = forReplay ? null : wrongMessage(draft);
    if (wrong) faults[wrong.field] = wrong.sentence;
  }
  if (draft.target === '') faults.target = 'Choose a symbol or a watchlist.';
  if (draft.frequency === 'minutes' && !whole(draft.minutes, YEAR))
    faults.minutes = 'Enter a whole number of minutes, from 1 to 525,600.';
  if (draft.cooldown !== '' && !whole(draft.cooldown, YEAR))
    faults.cooldown = 'Enter a whole number of minutes, from 1 to 525,600.';
  if (draft.repeats !== '' && !repeatsIn(draft.repeats)) faults.repeats = SAY_REPEATS;
  if (draft.mostPerDay !== '' && !whole(draft.mostPerDay, 1000))
    faults.mostPerDay = 'Enter a whole number from 1 to 1,000.';
  if (draft.rearm.trim() !== '') {
    const { problem } = readingOf(draft.rearm);
    const unfit = problem ? null : timeframeProblem(parseRule(draft.rearm), draft.timeframe);
    if (problem) faults.rearm = `Column ${problem.column}: ${problem.sentence}`;
    else if (unfit) faults.rearm = unfit;
  }
  if (!forReplay && hasRouteFaults(draft.routes))
    faults.routes = 'Fix the routes first. The messages show where.';
  return faults;
}

/** Where its own words are wrong; the condition must be one. */
function wrongMessage({ headline, text, condition }: Draft): ReturnType<typeof messageProblem> {
  return messageProblem({ headline, text }, figuresCompared(parseRule(condition)).length);
}

function settingsOf(draft: Draft): RuleSettings {
  const repeats = repeatsIn(draft.repeats);
  return {
    frequency: draft.frequency === 'minutes' ? { minutes: Number(draft.minutes) } : draft.frequency,
    ...(draft.cooldown !== '' && { cooldown_minutes: Number(draft.cooldown) }),
    ...(draft.mostPerDay !== '' && { most_per_day: Number(draft.mostPerDay) }),
    ...(draft.rearm.trim() !== '' && { rearm: draft.rearm.trim() }),
    ...(repeats && { repeat_minutes: repeats }),
    ...(draft.critical && { critical: true }),
    ...storedTimes(draft),
  };
}

/** What is sent: the form of a rule without its state. */
export function formOf(draft: Draft): RuleForm {
  return {
    name: draft.name,
    condition: draft.condition,
    ...(draft.target.startsWith('list:') ? { watchlistId: draft.target.slice(5) } : { symbol: draft.target }),
    timeframe: draft.timeframe,
    settings: settingsOf(draft),
    message: { headline: draft.headline.trim(), text: draft.text.trim() },
    approval: draft.approval,
    routes: routeForms(draft.routes),
  };
}
