import { useQueryClient } from '@tanstack/react-query';
import { supportQuery } from '#src/web/dashboard/lib/chat/queries.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { logWarning } from '#src/web/ui/log.ts';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { readSales, type SalesMessage, type SalesValues, sendToSales } from './send-to-sales.ts';

const SENT = {
  title: 'Message sent!',
  description: "We've received your message and will get back to you soon.",
};
const FAILED = {
  title: 'Something went wrong!',
  description: 'Please try again later.',
  variant: 'destructive',
} as const;

/** Filled in with what is known. The message is cleared once it is sent, and stays where it is when it was not. */
export function SalesForm(known: { name: string; email: string; company: string }) {
  const queries = useQueryClient();
  const form = useCheckedForm<SalesValues, SalesMessage>({
    defaults: { ...known, message: '' },
    check: readSales,
    submit: async (message, { reset, notSaved }) => {
      try {
        await sendToSales(message);
        toast(SENT);
        void queries.invalidateQueries({ queryKey: supportQuery.queryKey });
        reset({ ...form.values(), message: '' });
      } catch (failure) {
        logWarning(String(failure));
        notSaved();
        toast(FAILED);
      }
    },
  });
  const { onSubmit, busy } = form;
  const field = (name: keyof SalesValues) => ({ ...form.field(name), readOnly: busy, required: true });

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" {...field('name')} />
        <TextField label="Email" type="email" inputMode="email" autoComplete="email" {...field('email')} />
      </div>
      <TextField label="Company" autoComplete="organization" {...field('company')} />
      <TextArea label="What do you need?" rows={7} {...field('message')} />
      <Button type="submit" variant="primary" busy={busy} className="w-full sm:w-auto sm:justify-self-start">
        {busy ? 'Sending...' : 'Send to Sales'}
      </Button>
    </form>
  );
}
