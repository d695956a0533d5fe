import type { CorrectedFigure } from '#src/shared/bar-corrections.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import type { Evidence } from '#src/shared/market.ts';
import { languageOf } from '../../content/languages/registry.ts';
import { marketData } from '../../content/document-data.ts';
import { marketSlots, placesOf } from '../../content/market-slots.ts';
import type { SlotReader } from '../../content/slot-reader.ts';
import { type AlertInput, groundOf } from '../../content/writer.ts';
import { detectAgain } from '../../events/verify-condition.ts';
import { marketInput } from '../market-input.ts';
import { compareFigures, type Readers, rereadDocument, withoutFigures } from './compare.ts';
import type { Check } from './read-check.ts';

export type Judged = {
  /** The rule triggers on the corrected bars. */
  triggers: boolean;
  /** What readers saw and is not right as it's printed, in the main language. */
  figures: CorrectedFigure[];
  isRight: boolean;
  evidence: Evidence;
  /** What a correction shows, in each language: the alert with the right figures, or without any. */
  documents: AlertDocument[];
};

type Given = Pick<
  Check,
  'alert' | 'brand' | 'instrument' | 'evidence' | 'corrected' | 'written' | 'seen' | 'last'
>;

/**
 * Computes an alert's figures again from its bars as they are stored now, and compares them with what readers saw, to the
 * places that were printed.
 * @throws WriterError where the event doesn't follow from its own evidence
 */
export function judgeCorrected(given: Given): Judged {
  const { alert, corrected, written, seen, last } = given;
  const found = detectAgain(alert.event.detector, corrected.evidence);
  const triggers = found !== null;
  const evidence = { ...corrected.evidence, figures: found?.figures ?? {} };
  const figures = seen.map((document) => compareFigures(document, readersOf(given, evidence, document)));
  // Without words to compare, only bars that didn't change leave it right.
  const isComparable = seen.length > 0 || corrected.bars.length === 0;
  const isRight =
    isComparable && figures.every(({ length }) => length === 0) && triggers === (last?.triggers ?? true);
  const documents = written.map((document) => {
    const readers = readersOf({ ...given, last: null }, evidence, document);
    const reread = rereadDocument(document, readers);
    if (!found) return withoutFigures(reread);
    const { data: _before, ...rest } = reread;
    const input = inputOf(given, evidence, found.value, document);
    return {
      ...rest,
      direction: directionOf(document, alert.event.value, found.value),
      data: marketData(input),
    };
  });
  return { triggers, figures: figures[0] ?? [], isRight, evidence, documents };
}

/** A move that turned out to go the other way. */
const directionOf = (
  { direction }: AlertDocument,
  before: number | null,
  after: number,
): AlertDocument['direction'] =>
  direction !== null && before !== null && before * after < 0
    ? direction === 'up'
      ? 'down'
      : 'up'
    : direction;

function inputOf(
  { alert, brand, instrument, evidence: before }: Given,
  evidence: Evidence,
  value: number,
  document: AlertDocument,
): AlertInput {
  const { formats = brand.formats } = document.look;
  const event = { ...alert.event, evidence, value };
  return {
    ...marketInput({ event, brand: { ...brand, formats } }, instrument),
    // As many places as readers saw.
    priceDecimals: placesOf(before),
  };
}

function readersOf(given: Given, evidence: Evidence, document: AlertDocument): Readers {
  const { alert, evidence: before, last } = given;
  const language = languageOf(document.language.split('-')[0] ?? 'en');
  const read = (of: Evidence, value: number): SlotReader =>
    groundOf(inputOf(given, of, value, document), language).read;
  const was = read(before, alert.event.value ?? 0);
  const found = detectAgain(alert.event.detector, evidence);
  const { formats = given.brand.formats } = document.look;
  const after = found
    ? read(evidence, found.value)
    : // Its bars still have figures.
      marketSlots(
        {
          ...inputOf(given, before, alert.event.value ?? 0, document),
          evidence,
          brandName: given.brand.name,
          formats,
        },
        language,
      );
  // What was corrected before reads as the correction did.
  const before_: SlotReader = last
    ? (slot) => (was(slot) === null || !('text' in slot) ? was(slot) : String(slot.text))
    : was;
  return { before: before_, after };
}
