import pg from 'pg';
import { vi } from 'vitest';

/** The statements that something makes. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const made: string[] = [];
  const plain = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [config] = args;
    made.push(typeof config === 'string' ? config : String((config as { text?: string } | undefined)?.text));
    return plain.apply(this, args) as never;
  });
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return made;
}
