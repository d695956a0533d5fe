import { LANGUAGES } from '#src/shared/content/answer.ts';
import type { PastBar } from '#src/engine/content/context/facts.ts';
import { contextOf } from '#src/engine/content/context/context.ts';
import { shapeOf } from '#src/engine/content/shape-of.ts';
import { plainWords } from '#src/engine/content/plain-words.ts';
import { writeAlert } from '#src/engine/content/writer.ts';
import { realEvents } from './pictures/real-events.ts';

/* Prints alerts about real events of ../shared/data in every language, to be read: `npm run writer`. */

const ALERTS = 60;
const brand = { name: 'Harbor & Vale', color: '#0f4c5c' };
const keys: string[] = [];
let printed = 0;

for (const [at, event] of (await realEvents()).entries()) {
  const { instrument: of, value, time, detector, evidence, timeframe, name } = event;
  // Each event in every other language, so that many events fit.
  for (const language of LANGUAGES.filter((_, place) => (place + at) % 3 === 0)) {
    if (printed >= ALERTS) break;
    keys.push(`${name} ${language}`);
    const shape = shapeOf(keys, true);
    const bars: PastBar[] = event.bars.map(({ time: start, close }) => ({ time: start, close }));
    const context = contextOf({ detector, evidence, timeframe, bars, shape });
    const input = { ...of, timeframe, detector, evidence, value, brand, eventTime: time, trial: false };
    const words = plainWords(writeAlert({ ...input, shape, context }, language));
    console.log(`[${language}, shape ${shape}] ${words.headline}\n${words.lead}\n`);
    printed += 1;
  }
}
