import { useEffect, useState } from 'react';
import { visibleShare } from './logo-contrast.ts';

/** Enough to tell its colors. */
const SIZE = 64;
/** If less of a logo can be seen, readers can't recognize it. */
const ENOUGH = 0.1;

/** Whether a logo can't be seen on the color behind it. False until the picture has loaded, and if it can't be read. */
export function useHiddenLogo(src: string | null, ground: string): boolean {
  const [pixels, setPixels] = useState<{ of: string; data: Uint8ClampedArray } | null>(null);
  useEffect(() => {
    if (src === null) return;
    const image = new Image();
    let isWanted = true;
    image.addEventListener('load', () => {
      const context = Object.assign(document.createElement('canvas'), {
        width: SIZE,
        height: SIZE,
      }).getContext('2d');
      if (!isWanted || !context) return;
      context.drawImage(image, 0, 0, SIZE, SIZE);
      setPixels({ of: src, data: context.getImageData(0, 0, SIZE, SIZE).data });
    });
    image.src = src;
    return () => {
      isWanted = false;
    };
  }, [src]);
  return pixels !== null && pixels.of === src && visibleShare(pixels.data, ground) < ENOUGH;
}
