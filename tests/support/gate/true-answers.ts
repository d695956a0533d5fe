import { type Answer, type Claim, type Language, LANGUAGES, type Part } from '#src/shared/content/answer.ts';
import { PARAPHRASES } from './paraphrases.ts';
import { partsOf } from './probes/probes.ts';
import { seededRandom } from './random.ts';

export type TrueAnswer = { language: Language; event: number; answer: Answer; pick: number };

/** Answers of true claims among true sentences, language by language. `claims`: those of each event. */
export function* paraphrasesOf({
  count,
  seed,
  claims,
}: {
  count: number;
  seed: number;
  claims: readonly (readonly Claim[])[];
}): Generator<TrueAnswer> {
  const random = seededRandom(seed);
  for (let made = 0; made < count; made += 1) {
    const language = LANGUAGES[made % LANGUAGES.length] ?? 'en';
    const event = random.below(claims.length);
    const claim = (): Part => random.of(claims[event] ?? []);
    const space: Part[] = language === 'ja' ? [] : [{ words: ' ' }];
    const said = (): Part[] => [...partsOf(random.of(PARAPHRASES[language])), ...space];
    const answer: Answer = {
      headline: random.below(3) === 0 ? [{ slot: 'name' }] : [claim()],
      summary: random.below(2) === 0 ? [claim(), ...said(), claim()] : [...said(), claim()],
      paragraphs: random.below(2) === 0 ? [] : [[...said(), claim(), ...said()]],
    };
    yield { language, event, answer, pick: random.below(1000) };
  }
}
