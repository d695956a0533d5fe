import { type Harness, NOW } from '../conformance.fixture.ts';

const never = (): never => {
  throw new Error('A page of our own asks nobody.');
};

/** There is no provider: a message is taken, and nothing else can become of it. */
export const startHarness = async (): Promise<Harness> => ({
  situations: ['takes'],
  waitMs: null,
  measures: false,
  arrived: () => 0,
  set: () => ({
    address: 'harbor-alerts',
    deps: {
      connection: { id: 'c-1', settings: { slug: 'harbor-alerts' }, secrets: {} },
      sender: { brandName: 'Harbor', settings: {}, secrets: {} },
      mail: { from: 'noreply@bellwire.example', transport: never },
      call: never,
      picture: never,
      now: () => NOW,
      random: () => 0.5,
    },
  }),
  stop: async () => undefined,
});
