import { parentPort } from 'node:worker_threads';
import { runLiquid, SourceProblem, type SourceValues } from './run-liquid.ts';
import { type SafeHtml, safeHtml } from './safe-html.ts';

/** `texts`: what each value reads as, by the place that its mark names. */
export type SourceRequest = {
  id: number;
  source: string;
  values: SourceValues;
  texts: readonly string[];
  pictures: readonly string[];
};
export type SourceAnswer =
  | { ready: true }
  | ({ id: number } & ({ made: SafeHtml } | { problem: { sentence: string; line: number; column: number } }));

const answer = (message: SourceAnswer): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It goes to the thread that started this one.
  parentPort?.postMessage(message);
};

parentPort?.on('message', ({ id, source, values, texts, pictures }: SourceRequest) => {
  try {
    const html = runLiquid(source, values);
    answer({ id, made: safeHtml(html, new Set(pictures), (place) => texts[place] ?? '') });
  } catch (error) {
    const { message, line, column } =
      error instanceof SourceProblem
        ? error
        : new SourceProblem(error instanceof Error ? error.message : String(error));
    answer({ id, problem: { sentence: message, line, column } });
  }
});
answer({ ready: true });
