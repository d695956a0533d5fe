import type { APIRequestContext } from '@playwright/test';
import { type HTMLElement, parse } from 'node-html-parser';
import { expect, type OwnedProgram } from '../journey.ts';

/** A page as it is sent, without a browser: what stands in it needs no script. */
export async function readPage(
  { request, program }: { request: APIRequestContext; program: OwnedProgram },
  path: string,
): Promise<HTMLElement> {
  const answer = await request.get(`${program.url}${path}`);
  expect({ path, status: answer.status() }).toEqual({ path, status: 200 });
  return parse(await answer.text());
}

export const wordsOf = (node: HTMLElement | null): string =>
  (node?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
