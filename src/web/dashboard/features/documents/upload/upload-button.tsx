import { Upload } from 'lucide-react';
import type { Ref } from 'react';
import { Button, type ButtonProps } from '#src/web/ui/button.tsx';

/**
 * The file input, for several files at once; on a phone also for its camera and pictures. There is one per screen, and
 * it is always mounted: a button may disappear while the file dialog is open, and the choice must not be lost with it.
 */
export function FileInput({
  ref,
  onFiles,
}: {
  ref: Ref<HTMLInputElement>;
  onFiles: (files: File[]) => void;
}) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])]);
        // The same file may be chosen again.
        target.value = '';
      }}
    />
  );
}

export function UploadButton({
  onChoose,
  size = 'sm',
  ...rest
}: {
  onChoose: () => void;
  size?: 'sm' | 'md';
} & Pick<ButtonProps, 'disabled' | 'aria-describedby'>) {
  return (
    <Button variant="primary" size={size} onClick={onChoose} {...rest}>
      <Upload size={16} aria-hidden="true" />
      Upload
    </Button>
  );
}
