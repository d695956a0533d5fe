import { operatorEmailSchema } from '#src/shared/operator.ts';
import { useAct } from '#src/web/admin/lib/use-act.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';

const PATH = '/messages';

/** Adds an email of a customer, who then sees its place in the queue as that of a message. */
export function AddEmail() {
  const { act, busy } = useAct('Not added');
  const { onSubmit, field } = useCheckedForm({
    defaults: { email: '', subject: '', message: '' },
    check: (values) => checkBy(operatorEmailSchema, values),
    submit: (body, { reset }) => act({ path: PATH, body, done: 'Added to the queue', after: reset }),
  });
  return (
    <details className="mt-10 max-w-text border-t border-line pt-4">
      <summary className="cursor-pointer text-sm font-medium">Add an email</summary>
      <form noValidate aria-label="Add an email" onSubmit={onSubmit} className="mt-4 grid gap-5">
        <TextField
          label="From"
          hint="The address of an account. Its plan decides when we answer."
          type="email"
          inputMode="email"
          autoComplete="off"
          {...field('email')}
        />
        <TextField label="Subject" autoComplete="off" {...field('subject')} />
        <TextArea label="Text" rows={5} {...field('message')} />
        <Button type="submit" variant="secondary" busy={busy === PATH} className="justify-self-start">
          Add
        </Button>
      </form>
    </details>
  );
}
