import { useRef, useState, type FormEvent } from 'react';
import { feedbackFormSchema } from '#src/shared/contact.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField } from '#src/web/ui/form.ts';
import { logWarning } from '#src/web/ui/log.ts';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { sendFeedback } from './send-feedback.ts';

const SENT = {
  title: 'Feedback Submitted',
  description: 'Thank you for your feedback! We appreciate your input.',
};
const FAILED = {
  title: 'Something went wrong!',
  description: 'Please try again later.',
  variant: 'destructive',
} as const;

/** One text. It is cleared once the team has it, and stays where it is when the team has not. */
export function FeedbackForm() {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    // A second press may come before the button is drawn as disabled.
    if (sending.current) return;
    const read = feedbackFormSchema.safeParse({ text });
    setError(read.error?.issues[0]?.message);
    if (!read.success) {
      focusField(event.currentTarget, 'text');
      return;
    }
    sending.current = true;
    setBusy(true);
    try {
      await sendFeedback(read.data.text);
      toast(SENT);
      setText('');
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
      <TextArea
        label="Your feedback"
        name="text"
        rows={8}
        required
        value={text}
        readOnly={busy}
        error={error}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="primary" busy={busy} className="w-full sm:w-auto sm:justify-self-start">
        {busy ? 'Sending...' : 'Send Feedback'}
      </Button>
    </form>
  );
}
