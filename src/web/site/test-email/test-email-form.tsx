import { useEffect, useRef, useState, useSyncExternalStore, type FormEvent } from 'react';
import { siteConfig } from '#src/shared/site-config.ts';
import { bearerToken } from '#src/web/auth/bearer.ts';
import { Button } from '#src/web/ui/button.tsx';
import { focusField, textValues } from '#src/web/ui/form.ts';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { useFocusBack } from '../forms/use-focus-back.ts';
import { mountToaster } from '../mount-toaster.tsx';
import { messageOf, rawDetails, sendTest, testMail } from './send-test.ts';

const SUBJECT = `Test email from ${siteConfig.name}`;
const MESSAGE = `This is a test email from ${siteConfig.name}.\n\nIf you can read it, sending works.`;
const NO_RECIPIENT = 'Please enter a recipient email address.';

const never = () => () => undefined;

/** The island of /test-email. */
export function TestEmailForm() {
  // Prerendered as not ready: without script nothing could be sent.
  const ready = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [details, setDetails] = useState<string | null>(null);
  const sending = useRef(false);
  const button = useFocusBack(busy);
  useEffect(mountToaster, []);

  async function send(form: HTMLFormElement): Promise<void> {
    const { to = '', subject = '', message = '' } = textValues(form);
    const empty = to.trim() === '';
    setError(empty ? NO_RECIPIENT : undefined);
    if (empty) {
      toast({ title: 'Email Required', description: NO_RECIPIENT, variant: 'destructive' });
      focusField(form, 'to');
      return;
    }
    setBusy(true);
    const answer = await sendTest(testMail(to.trim(), subject, message.replaceAll('\r\n', '\n')), {
      fetch: (...args) => fetch(...args),
      bearer: bearerToken,
    });
    setBusy(false);
    setDetails(rawDetails(answer));
    if (answer.ok)
      toast({ title: 'Email Sent', description: 'Test email was sent successfully. Check your inbox.' });
    else toast({ title: 'Failed to Send Email', description: messageOf(answer), variant: 'destructive' });
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    // A second press may come before the button is drawn as disabled.
    if (sending.current) return;
    sending.current = true;
    await send(event.currentTarget);
    sending.current = false;
  }

  return (
    <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,6fr)_minmax(0,6fr)]">
      <form noValidate onSubmit={submit} className="grid content-start gap-6">
        <TextField
          label="Recipient"
          name="to"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={error}
        />
        <TextField label="Subject" name="subject" defaultValue={SUBJECT} />
        <TextArea label="Message" name="message" rows={6} defaultValue={MESSAGE} />
        <Button
          ref={button}
          type="submit"
          variant="primary"
          busy={busy}
          disabled={!ready}
          className="w-full sm:w-auto sm:justify-self-start"
        >
          {busy ? 'Sending...' : 'Send Test Email'}
        </Button>
      </form>
      <section aria-labelledby="response" className="flex min-w-0 flex-col">
        <h2 id="response" className="text-sm font-medium">
          Response details
        </h2>
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls is scrolled by keys
          tabIndex={0}
          aria-labelledby="response"
          className="figure mt-1.5 max-h-150 min-h-52 grow overflow-auto border border-line bg-sunk p-4 text-xs leading-5 wrap-anywhere whitespace-pre-wrap text-ink-2"
        >
          {details ?? 'Nothing has been sent yet.'}
        </pre>
      </section>
    </div>
  );
}
