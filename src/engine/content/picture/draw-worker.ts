import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import type { DrawRequest } from './draw-pool.ts';
import { fontFilesFor } from './typefaces.ts';

function draw({ svg, zoom }: DrawRequest): Buffer {
  const font = { loadSystemFonts: false, fontFiles: fontFilesFor(svg), defaultFontFamily: 'Inter' };
  return new Resvg(svg, { fitTo: { mode: 'zoom', value: zoom }, font }).render().asPng();
}

// The renderer and the fonts are in memory before the first picture is asked for.
draw({
  id: 0,
  zoom: 1,
  svg: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">0</text></svg>',
});

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- It goes to the thread that started this one.
parentPort?.postMessage({ ready: true });

parentPort?.on('message', (request: DrawRequest) => {
  try {
    const png = Uint8Array.from(draw(request));
    parentPort?.postMessage({ id: request.id, png }, [png.buffer]);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It goes to the thread that asked, and to no window.
    parentPort?.postMessage({ id: request.id, problem });
  }
});
