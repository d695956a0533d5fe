import { useState } from 'react';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Dialog } from './dialog.tsx';
import { useAct } from './use-act.ts';

/** Asks for a name: of a new folder, or another one for what is there. What the server refuses stands at the field. */
export function NameDialog({
  title,
  label,
  name: given = '',
  maxLength,
  submitLabel,
  save,
  onClose,
}: {
  title: string;
  label: string;
  name?: string;
  maxLength: number;
  submitLabel: string;
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const [name, setName] = useState(given);
  const [error, setError] = useState<string>();
  const { busy, run } = useAct();
  async function submit(): Promise<void> {
    if (name.trim() === '') return setError('Type a name.');
    if (name.trim() === given) return onClose();
    const done = await run(() => save(name.trim()), { onRefused: ({ message }) => setError(message) });
    if (done) onClose();
  }
  return (
    <Dialog
      title={title}
      submitLabel={submitLabel}
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={label}
        value={name}
        maxLength={maxLength}
        error={error}
        autoComplete="off"
        autoCapitalize="sentences"
        onFocus={({ target }) => {
          // The name, and not its ending.
          const dot = target.value.lastIndexOf('.');
          target.setSelectionRange(0, dot > 0 ? dot : target.value.length);
        }}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
