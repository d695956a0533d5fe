import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { findChannel } from './registry.ts';

/**
 * Takes an operator's file of what providers charge, by the kind of channel; nothing without a path.
 * @throws Error that says what is wrong with it, or that it can't be read
 */
export function readOperatorPrices(path: string | null): void {
  if (path === null) return;
  const text = readFileSync(path, 'utf8');
  for (const [kind, prices] of Object.entries(readJson(text))) {
    const takePrices = findChannel(kind)?.personCharges?.takePrices;
    if (!takePrices) throw new Error(`"${kind}" isn’t a channel whose prices can be given`);
    try {
      takePrices(prices);
    } catch (error) {
      throw new Error(`${kind}.${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
}

function readJson(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch (error) {
    throw new Error('the file isn’t a JSON object', { cause: error });
  }
}
