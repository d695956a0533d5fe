import { checkAnswer } from '#src/engine/content/gate/gate.ts';
import { detectedFacts } from '#src/engine/content/gate/gate.fixture.ts';
import type { Language } from '#src/shared/content/answer.ts';
import { startFakeOpenai } from '#tests/fakes/openai.ts';
import { type Attack, attacksOn } from './attacks.ts';

type Outcome = {
  attacks: number;
  /** By kind. */
  kinds: Map<string, number>;
  /** Attacks that passed: none may. */
  passed: Attack[];
  /** The same answers without what makes them hostile, and how many of them passed. */
  honest: { all: number; passed: number };
};

/**
 * Asks a model for answers and gives each to the gate. The model is an OpenAI-compatible server on loopback that answers
 * with attacks, and then with the same answers unspoiled. So many requests are open at a time.
 */
export async function runAttacks({ count, seed, open = 4 }: { count: number; seed: number; open?: number }) {
  const events = detectedFacts().map(({ facts }) => facts);
  const attacks = [...attacksOn(events, { count, seed })];
  const outcome: Outcome = { attacks: 0, kinds: new Map(), passed: [], honest: { all: 0, passed: 0 } };
  const server = await startFakeOpenai(({ body }) => {
    const [side, index] = String(body.messages?.[0]?.content).split(' ');
    const attack = attacks[Number(index)];
    return { answer: side === 'honest' ? attack?.honest : attack?.content };
  });

  const asked = async (side: 'honest' | 'hostile', index: number): Promise<unknown> => {
    const response = await fetch(`${server.url}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer sk-local' },
      body: JSON.stringify({ model: 'adversary', messages: [{ role: 'user', content: `${side} ${index}` }] }),
    });
    const { choices } = (await response.json()) as { choices: [{ message: { content: string } }] };
    return JSON.parse(choices[0].message.content);
  };
  const passes = (
    answer: unknown,
    { event, language }: { event: number; language: Language },
    pick: number,
  ) => {
    const facts = events[event];
    return facts !== undefined && checkAnswer(answer, facts, { language, forbidden: [], pick }).ok;
  };

  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < attacks.length; index = next++) {
      const attack = attacks[index];
      if (!attack) return;
      outcome.attacks += 1;
      outcome.kinds.set(attack.kind, (outcome.kinds.get(attack.kind) ?? 0) + 1);
      if (passes(await asked('hostile', index), attack, index)) outcome.passed.push(attack);
      outcome.honest.all += 1;
      if (passes(await asked('honest', index), attack, index)) outcome.honest.passed += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: open }, work));
    if (server.problems.length > 0) throw server.problems[0];
    return outcome;
  } finally {
    await server.stop();
  }
}
