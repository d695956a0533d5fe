import { useQuery } from '@tanstack/react-query';
import { PLANS } from '#src/shared/plans.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { meQuery } from '#src/web/dashboard/lib/me.ts';
import { SupportRequests } from '#src/web/dashboard/lib/chat/support-requests.tsx';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { SalesForm } from './sales-form.tsx';

export function ContactSalesPage() {
  usePageTitle('Contact Sales');
  const { data: me, isPending } = useQuery(meQuery);
  const enterprise = PLANS.find(({ id }) => id === 'enterprise');
  const name = me ? `${me.user.firstName} ${me.user.lastName}`.trim() : '';
  return (
    <>
      <h1 className="headline text-h2">Contact Sales</h1>
      <p className="mt-2 max-w-text text-base text-ink-2">
        Tell us how many brands and channels you have in mind, and by when. You get an answer with a price.
      </p>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 border-t border-line pt-8 lg:grid-cols-[minmax(0,9fr)_minmax(0,4fr)]">
        {isPending ? (
          <Skeleton className="h-96 w-full" />
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-10">
            <SalesForm name={name} email={me?.user.email ?? ''} company={me?.workspace.name ?? ''} />
            <SupportRequests isAlone />
          </div>
        )}
        <section
          aria-labelledby="enterprise"
          className="self-start border-t border-line pt-6 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-8"
        >
          <h2 id="enterprise" className="headline text-h4">
            What Enterprise has
          </h2>
          <ul className="mt-4 grid gap-2 text-base">
            {enterprise?.features.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <dl className="mt-6 grid gap-4 text-sm">
            <div>
              <dt className="slug text-ink-3">Email</dt>
              <dd className="mt-1 text-base">
                <a className="link wrap-anywhere" href={`mailto:${siteConfig.email.sales}`}>
                  {siteConfig.email.sales}
                </a>
              </dd>
            </div>
            <div>
              <dt className="slug text-ink-3">Hours</dt>
              <dd className="mt-1 text-base">{siteConfig.supportHours}</dd>
            </div>
          </dl>
        </section>
      </div>
    </>
  );
}
