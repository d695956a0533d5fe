import { useCallback, useEffect, useRef, useState, type FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { type ContactForm as Message, contactFormSchema } from '#src/shared/contact.ts';
import { bearerToken } from '#src/web/auth/bearer.ts';
import { rememberLead } from '#src/web/auth/lead.ts';
import { Button, NOT_RESTORED } from '#src/web/ui/button.tsx';
import { FieldError } from '#src/web/ui/field.tsx';
import { logWarning } from '#src/web/ui/log.ts';
import { TextArea } from '#src/web/ui/text-area.tsx';
import { TextField } from '#src/web/ui/text-field.tsx';
import type { ToastContent } from '#src/web/ui/toast/store.ts';
import { schemaResolver } from '../forms/resolver.ts';
import { sayByToast } from '../forms/say.ts';
import { createSubmissions } from '../forms/submission.ts';
import { useFocusBack } from '../forms/use-focus-back.ts';
import { useHandedOver } from '../forms/use-handed-over.ts';
import { mountToaster } from '../mount-toaster.tsx';
import { sendMessage } from './send-message.ts';

const EMPTY: Message = { name: '', email: '', subject: '', message: '' };
const SENT = {
  title: 'Message sent!',
  description: "We've received your message and will get back to you soon.",
};
const FAILED = {
  title: 'Something went wrong!',
  description: 'Please try again later.',
  variant: 'destructive',
} as const;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The island of /contact: prerendered, so that it also works by a plain POST (src/server/forms). */
export function ContactForm() {
  const form = useForm<Message, unknown, Message>({
    defaultValues: EMPTY,
    resolver: schemaResolver<Message, Message>(contactFormSchema),
  });
  /** What no toast could say, for want of what draws it. */
  const [notice, setNotice] = useState<ToastContent>();
  /** Customers have a place in the support queue, which their account shows. */
  const [hasPlace, setHasPlace] = useState(false);
  const say = useCallback(async (content: ToastContent): Promise<void> => {
    if (!(await sayByToast(content))) setNotice(content);
  }, []);
  useHandedOver('contact', form, say);
  useEffect(mountToaster, []);
  const { register, handleSubmit, reset, formState } = form;
  const { errors, isSubmitting } = formState;
  const sending = useRef(false);
  const [submissions] = useState(createSubmissions);
  const button = useFocusBack(isSubmitting);

  async function send(message: Message): Promise<void> {
    const { isSignedIn } = await sendMessage(message, submissions.keyOf(message), {
      fetch: (...args) => fetch(...args),
      sleep,
      bearer: bearerToken,
    });
    submissions.arrived();
    rememberLead({ name: message.name, email: message.email });
    setHasPlace(isSignedIn);
    void say(SENT);
    reset(EMPTY);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // A second press may come before the button is drawn as disabled.
    if (sending.current) return;
    sending.current = true;
    setNotice(undefined);
    try {
      await handleSubmit(send)();
    } catch (error) {
      logWarning(String(error));
      void say(FAILED);
    } finally {
      sending.current = false;
    }
  }

  return (
    <form
      data-form="contact"
      method="post"
      action="/forms/contact"
      noValidate
      onSubmit={submit}
      className="grid gap-6"
    >
      {notice ? <Notice {...notice} /> : null}
      <div className="grid gap-6 sm:grid-cols-2">
        <div data-field="name">
          <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        </div>
        <div data-field="email">
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.email?.message}
            {...register('email')}
          />
        </div>
      </div>
      <div data-field="subject">
        <TextField label="Subject" error={errors.subject?.message} {...register('subject')} />
      </div>
      <div data-field="message">
        <TextArea label="Message" rows={8} error={errors.message?.message} {...register('message')} />
      </div>
      <Button
        {...NOT_RESTORED}
        ref={button}
        type="submit"
        variant="primary"
        busy={isSubmitting}
        className="w-full sm:w-auto sm:justify-self-start"
      >
        {isSubmitting ? 'Sending...' : 'Send Message'}
      </Button>
      {hasPlace ? (
        <output className="text-base text-ink-2">
          See your place in the queue and when we answer under{' '}
          <a className="link" href="/dashboard/feedback">
            Feedback
          </a>
          .
        </output>
      ) : null}
    </form>
  );
}

function Notice({ title, description, variant }: ToastContent) {
  const words = `${title} ${description ?? ''}`;
  if (variant !== 'destructive') return <output className="block">{words}</output>;
  return (
    <div role="alert">
      <FieldError id="contact-notice">{words}</FieldError>
    </div>
  );
}
