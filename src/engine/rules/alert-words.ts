import type { instruments } from '#src/db/schema.ts';
import { plain } from '#src/shared/content/text.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Detection, Evidence } from '#src/shared/market.ts';
import { figuresCompared } from '#src/shared/rules/figures.ts';
import type { RuleMessage } from '#src/shared/rules/message.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import type { RuleReplayForm } from '#src/shared/rules/stored.ts';
import { type About, fillOwnWords } from '../content/custom-message.ts';
import { marketSlots } from '../content/market-slots.ts';
import { plainWords } from '../content/plain-words.ts';
import { writeAlert } from '../content/writer.ts';
import { detectorName } from '../evaluation/conditions/rule-feed.ts';

const BRAND = { name: '', color: '' };

export type Instrument = typeof instruments.$inferSelect;
export type Found = { instrument: Instrument; detection: Detection };
/** What an alert is about; without a detection, it is made up. */
type Subject = { instrument: Instrument; detection: Detection | null };
type Rule = Pick<RuleReplayForm, 'condition' | 'timeframe'>;

const namesOf = ({ instrument: { symbol, name, timeZone } }: Subject, { timeframe }: Rule) => ({
  symbol,
  name,
  timeZone,
  timeframe,
});

/** What the placeholders of a rule's custom message are filled from. */
export function valuesFor({ clock }: { clock: Clock }, subject: Subject, rule: Rule): About {
  const { exchange, currency } = subject.instrument;
  const about = { ...namesOf(subject, rule), ...(subject.detection ?? madeUp(rule.condition)) };
  const triggeredAt = clock().getTime();
  return {
    ...about,
    read: marketSlots({ ...about, exchange, currency, brandName: BRAND.name, triggeredAt }),
  };
}

/** Headline and text: of the custom message, else by the built-in writer, who needs a detection. */
export function wordsOf(
  deps: { clock: Clock },
  subject: Subject,
  { message, ...rule }: Rule & { message: RuleMessage },
): { headline: string | null; text: string | null } {
  const filled = fillOwnWords({ message }, valuesFor(deps, subject, rule));
  const { detection } = subject;
  const written =
    detection &&
    plainWords(
      writeAlert({
        ...namesOf(subject, rule),
        ...detection,
        brand: BRAND,
        eventTime: detection.time,
        trial: false,
      }),
    );
  return {
    headline: filled.headline ? plain(filled.headline) : (written?.headline ?? null),
    text: filled.text ? plain(filled.text) : (written?.lead ?? null),
  };
}

/** Plain figures that nobody takes for those of a market. */
function madeUp(condition: string): { detector: string; evidence: Evidence } {
  const parsed = parseRule(condition);
  const bar = { open: '100', high: '104', low: '99', close: '103', volume: '12000' };
  return {
    detector: detectorName(parsed),
    evidence: {
      bars: [
        { time: '2024-01-02T00:00:00.000Z', ...bar },
        { time: '2024-01-03T00:00:00.000Z', ...bar },
      ],
      params: {},
      figures: Object.fromEntries(figuresCompared(parsed).map((key) => [key, 100])),
      rule: condition,
    },
  };
}
