import { useEffect, useRef, useState } from 'react';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** Accepts files dropped anywhere on the screen, and shows where they would go while they are over it. */
export function DropZone({ place, onFiles }: { place: string; onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  useEffect(() => {
    const listen = new AbortController();
    const on = (name: 'dragenter' | 'dragleave' | 'dragover' | 'drop', act: (event: DragEvent) => void) =>
      window.addEventListener(name, (event) => holdsFiles(event) && act(event), { signal: listen.signal });
    on('dragenter', () => {
      depth.current += 1;
      setOver(true);
    });
    on('dragleave', () => {
      depth.current -= 1;
      if (depth.current <= 0) setOver(false);
    });
    on('dragover', (event) => event.preventDefault());
    on('drop', (event) => {
      // Else the browser would open the file in place of the screen.
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      const entries = [...(event.dataTransfer?.items ?? [])];
      // A folder looks like a file and cannot be read as one.
      const files = entries.flatMap((item) => {
        if (item.kind !== 'file' || item.webkitGetAsEntry()?.isDirectory) return [];
        return item.getAsFile() ?? [];
      });
      if (files.length > 0) onFiles(files);
    });
    return () => listen.abort();
  }, [onFiles]);
  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-sm border-2 border-dashed border-brass bg-paper/90">
      <p className="headline px-6 text-center text-h3">Drop to upload to {place}</p>
    </div>
  );
}
