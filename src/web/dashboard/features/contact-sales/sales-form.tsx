import { useRef, useState, type FormEvent } from 'react';
import { Button } from '#src/web/ui/button.tsx';
import { focusField } from '#src/web/ui/form.ts';
import { logWarning } from '#src/web/ui/log.ts';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { readSales, type SalesErrors, type SalesValues, sendToSales } from './send-to-sales.ts';

const SENT = {
  title: 'Message sent!',
  description: "We've received your message and will get back to you soon.",
};
const FAILED = {
  title: 'Something went wrong!',
  description: 'Please try again later.',
  variant: 'destructive',
} as const;
const ORDER = ['name', 'email', 'company', 'message'] as const;

/** Filled in with what is known. The message is cleared once it is sent, and stays where it is when it was not. */
export function SalesForm(known: { name: string; email: string; company: string }) {
  const [values, setValues] = useState<SalesValues>({ ...known, message: '' });
  const [errors, setErrors] = useState<SalesErrors>({});
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  const field = (name: keyof SalesValues) => ({
    name,
    value: values[name],
    error: errors[name],
    readOnly: busy,
    required: true,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    // A second press may come before the button is drawn as disabled.
    if (sending.current) return;
    const read = readSales(values);
    setErrors(read.ok ? {} : read.errors);
    if (!read.ok) {
      const first = ORDER.find((name) => read.errors[name]);
      if (first) focusField(event.currentTarget, first);
      return;
    }
    sending.current = true;
    setBusy(true);
    try {
      await sendToSales(read.message);
      toast(SENT);
      setValues({ ...values, message: '' });
    } catch (failure) {
      logWarning(String(failure));
      toast(FAILED);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
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
