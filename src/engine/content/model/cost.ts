import type { Tokens } from './ask.ts';
import type { Prompt } from './prompt.ts';

/** Ten-thousandths of a US dollar per million tokens. */
export type Price = { input: number; output: number };

/** Millionths of a US cent, rounded up: a price of 1 is a hundredth of a microcent per token. */
export const costOf = ({ input, output }: Tokens, price: Price): number =>
  Math.ceil((input * price.input + output * price.output) / 100);

export const MICROCENTS = 1_000_000;

/** No text has more tokens than half its bytes, in the vocabularies of today's models. */
const BYTES_PER_TOKEN = 2;

/** The most that a call may take. */
export const mostTokens = (
  { instructions, prompt }: Prompt,
  schema: object,
  maxOutputTokens: number,
): Tokens => ({
  input: Math.ceil(Buffer.byteLength(instructions + prompt + JSON.stringify(schema)) / BYTES_PER_TOKEN),
  output: maxOutputTokens,
});
