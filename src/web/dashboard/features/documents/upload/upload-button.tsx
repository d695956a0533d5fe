import { Upload } from 'lucide-react';
import type { Ref } from 'react';
import { Button, type ButtonProps } from '#src/web/ui/button.tsx';

/**
 * What files are chosen with, several at once; on a phone also from its camera and its pictures. One for the screen, and
 * always there: a button may go while somebody is still choosing, and his choice must not be lost with it.
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
