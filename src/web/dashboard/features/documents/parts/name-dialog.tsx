import { checkText } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { Dialog } from './dialog.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';

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
  const { run } = useActOn('documents');
  const { onSubmit, busy, field } = useCheckedForm({
    defaults: { name: given },
    check: ({ name }) =>
      checkText('name', name.trim(), (typed) => (typed === '' ? 'Type a name.' : undefined)),
    submit: async ({ name }, { refuse }) => {
      if (name === given) return onClose();
      const done = await run(() => save(name), { onRefused: ({ message }) => refuse('name', message) });
      if (done) onClose();
    },
  });
  return (
    <Dialog title={title} submitLabel={submitLabel} busy={busy} onSubmit={onSubmit} onClose={onClose}>
      <TextField
        label={label}
        maxLength={maxLength}
        autoComplete="off"
        autoCapitalize="sentences"
        onFocus={({ target }) => {
          // The name, and not its ending.
          const dot = target.value.lastIndexOf('.');
          target.setSelectionRange(0, dot > 0 ? dot : target.value.length);
        }}
        {...field('name')}
      />
    </Dialog>
  );
}
