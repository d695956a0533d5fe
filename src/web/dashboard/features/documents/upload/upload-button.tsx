import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#src/web/ui/button.tsx';

/** Chooses files, several at once; on a phone also from its camera and its pictures. */
export function UploadButton({
  onFiles,
  size = 'sm',
}: {
  onFiles: (files: File[]) => void;
  size?: 'sm' | 'md';
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <Button variant="primary" size={size} onClick={() => input.current?.click()}>
        <Upload size={16} aria-hidden="true" />
        Upload
      </Button>
    </>
  );
}
