import { createRequire } from 'node:module';
import { renderAsync } from '@resvg/resvg-js';

const { resolve } = createRequire(import.meta.url);
/** Fonts are given by file: those of the machine would make other pictures elsewhere. */
const FONTS = [
  '@expo-google-fonts/newsreader/500Medium/Newsreader_500Medium.ttf',
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf',
  '@expo-google-fonts/jetbrains-mono/600SemiBold/JetBrainsMono_600SemiBold.ttf',
].map((path) => resolve(path));

/** An SVG of ours as PNG, with twice as many pixels, off the main thread. The same SVG gives the same bytes. */
export async function rasterize(svg: string, signal?: AbortSignal): Promise<Buffer> {
  const options = {
    fitTo: { mode: 'zoom', value: 2 },
    font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Inter' },
  } as const;
  const image = await renderAsync(svg, options, signal);
  return image.asPng();
}
