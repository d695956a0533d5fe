import { siteConfig } from '#src/shared/site-config.ts';
import { ChatButton } from '#src/web/dashboard/lib/chat/chat-button.tsx';
import { SupportLine } from '#src/web/dashboard/lib/chat/support-line.tsx';
import { SupportRequests } from '#src/web/dashboard/lib/chat/support-requests.tsx';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { FeedbackForm } from './feedback-form.tsx';

export function FeedbackPage() {
  usePageTitle('Feedback');
  return (
    <>
      <h1 className="headline text-h2">Feedback</h1>
      <p className="mt-2 max-w-text text-base text-ink-2">
        Tell us what works, what is missing and what is in the way.
      </p>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 border-t border-line pt-8 lg:grid-cols-[minmax(0,9fr)_minmax(0,4fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-10">
          <FeedbackForm />
          {/* Below the form: what loads must not move it. */}
          <SupportRequests />
        </div>
        <ContactSupport />
      </div>
    </>
  );
}

/** For users who need an answer. */
function ContactSupport() {
  const { email, supportHours } = siteConfig;
  return (
    <section
      aria-labelledby="contact-support"
      className="self-start border-t border-line pt-6 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8"
    >
      <h2 id="contact-support" className="headline text-h4">
        Contact Support
      </h2>
      <p className="mt-2 text-sm text-ink-2">For questions that need an answer.</p>
      <dl className="mt-5 grid gap-4 text-sm">
        <div>
          <dt className="slug text-ink-3">Email</dt>
          <dd className="mt-1 text-base">
            <a className="link wrap-anywhere" href={`mailto:${email.support}`}>
              {email.support}
            </a>
          </dd>
          <dd className="mt-1 text-ink-2">
            Email us from the address of your account. Once we’ve read it, your place in the queue is here
            too.
          </dd>
        </div>
        <div>
          <dt className="slug text-ink-3">Hours</dt>
          <dd className="mt-1 text-base">{supportHours}</dd>
        </div>
      </dl>
      <div className="mt-6">
        <ChatButton />
      </div>
      {/* Below the button: what loads must not move it from under a pointer. */}
      <div className="mt-4">
        <SupportLine />
      </div>
    </section>
  );
}
