import { readFileSync } from 'node:fs';
import { UsageError } from './command.ts';

/** @throws UsageError with one sentence, where the file can't be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new UsageError(`${file} can't be read (${String(error.code)}).`);
  }
}

/** @throws UsageError with one sentence, where it isn't JSON */
export function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} isn't valid JSON.`);
  }
}
