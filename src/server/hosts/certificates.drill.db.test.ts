import { Resolver } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createLinkCertificates } from '#src/brands/link-host/certificates.ts';
import { createLinkHosts } from '#src/brands/link-host/link-hosts.ts';
import { createLookAtCertificate } from '#src/brands/link-host/look-at-certificate.ts';
import { brands } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { publishedWith } from '#src/publishing/published.fixture.ts';
import { createPublishing } from '#src/publishing/publishing.ts';
import { type BrandLinkHost, brandLinkHostSchema } from '#src/shared/link-hosts.ts';
import { readIsProxy } from '#src/start/address-of.ts';
import { startFakeDnsServer } from '#tests/fakes/dns-server.ts';
import { startAcme } from '#tests/support/acme.ts';
import { testServer } from '#tests/support/api.ts';
import { testDatabase } from '#tests/support/database.ts';
import { drill } from '#tests/support/drill.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { createFindHost } from './find-host.ts';

const SITE_HOST = 'site.test';
const HOST = 'alerts.harbor.test';
const PUBLIC_URL = `https://${SITE_HOST}`;
const CERTIFICATE_SECONDS = 30;
const RENEWALS = drill(1, 3);
const clock = (): Date => new Date();

it('gets certificates by ACME on the first request, renews them without a failed one, and ends with the domain', async () => {
  const [db, zone] = [await testDatabase(), await startFakeDnsServer()];
  const dns = new Resolver({ timeout: 2_000, tries: 2 });
  dns.setServers([zone.address]);
  zone.enter(SITE_HOST, 'A', '127.0.0.1');
  zone.enter('unknown.test', 'A', '127.0.0.1');
  const who = await newWorkspace(db, { companyName: 'Harbor' });
  await db.admin.query(
    `update subscriptions set plan_id = 'enterprise', status = 'Active', trial_ends_at = null where workspace_id = $1`,
    [who.workspaceId],
  );
  const [brand] = await withTenant(db.app, who.workspaceId, (tx) =>
    tx.select().from(brands).where(eq(brands.isDefault, true)),
  );
  const jobs: { workspaceId: string; brandId: string }[] = [];
  const product = testServer(db, {
    clock,
    publicUrl: PUBLIC_URL,
    https: true,
    isProxy: readIsProxy([]),
    findHost: createFindHost({ app: db.app, clock }),
    publishing: createPublishing({ app: db.app, clock, publicUrl: PUBLIC_URL }),
    linkHosts: createLinkHosts({
      app: db.app,
      clock,
      dns,
      publicUrl: PUBLIC_URL,
      enqueue: async (_tx, _queue, job) => void jobs.push(job),
    }),
  });
  const http = createServer(getRequestListener((request, env) => product.fetch(request, env)));
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const upstream = `127.0.0.1:${(http.address() as AddressInfo).port}`;
  const acme = await startAcme({
    ownHost: SITE_HOST,
    upstream,
    dns: zone.address,
    certificateSeconds: CERTIFICATE_SECONDS,
  });
  try {
    const api = async (method: string, path = ''): Promise<BrandLinkHost> => {
      const answer = await fetch(`http://${upstream}/api/v1/brands/${brand!.id}/link-domain${path}`, {
        method,
        headers: { Authorization: `Bearer ${who.userId}`, 'Content-Type': 'application/json' },
        ...(method === 'POST' && { body: JSON.stringify(path === '' ? { host: HOST } : {}) }),
      });
      expect(answer.status, `${method} ${path}`).toBe(200);
      return brandLinkHostSchema.parse(await answer.json());
    };
    const refused = (host: string) => expect(acme.get(host, '/')).rejects.toThrow(/SSL|TLS|alert/i);
    const certificates = createLinkCertificates({
      app: db.app,
      clock,
      announce: () => undefined,
      look: createLookAtCertificate({
        allowPrivate: true,
        address: '127.0.0.1',
        port: acme.port,
        ca: acme.ca,
      }),
    });

    const { domain } = await api('POST');
    // No certificate before the DNS shows whose it is, and none for what no one added.
    await refused(HOST);
    await refused('unknown.test');
    for (const record of domain!.records) zone.enter(record.host, record.type, record.value);
    expect((await api('POST', '/check')).domain).toMatchObject({ state: 'verified', certificate: null });

    const published = publishedWith(db, clock);
    await published.page(who, 'harbor-page');
    const alertId = await published.alert(who);
    const path = `/p/harbor-page/${alertId}`;
    // Answers are kept for ten seconds; the handshake asks anew, and the page may not.
    const first = await expect
      .poll(() => acme.get(HOST, path).catch((error: unknown) => String(error)), { timeout: 60_000 })
      .toMatchObject({ status: 200 })
      .then(() => acme.get(HOST, path));
    expect(first.body).toContain('Harbor');
    expect(first.body).not.toMatch(/bellwire|site\.test/i);
    expect(await acme.get(HOST, '/dashboard')).toMatchObject({ status: 404 });
    expect(jobs).toContainEqual({ workspaceId: who.workspaceId, brandId: brand!.id });
    await certificates.check(jobs[0]!);
    const issued = (await api('GET')).domain!.certificate!;
    expect(issued).toMatchObject({ state: 'issued', issuer: expect.stringContaining('Pebble') });

    // Asked for all the time, while its certificates come and go.
    const serials = new Set([first.serial]);
    let asked = 0;
    while (serials.size <= RENEWALS) {
      const { status, serial } = await acme.get(HOST, path);
      expect(status).toBe(200);
      serials.add(serial);
      asked += 1;
      await pause(100);
    }
    await certificates.check(jobs[0]!);
    const renewed = (await api('GET')).domain!.certificate!;
    expect(renewed.state).toBe('issued');
    expect(Date.parse(renewed.until!)).toBeGreaterThan(Date.parse(issued.until!));

    // Removed: nothing of ours is there at once, and no certificate once the last one has ended.
    await api('DELETE');
    await expect.poll(() => acme.get(HOST, path).then(({ status }) => status), { timeout: 15_000 }).toBe(404);
    await expect
      .poll(
        () =>
          acme.get(HOST, path).then(
            () => 'answered',
            () => 'refused',
          ),
        {
          timeout: 2 * CERTIFICATE_SECONDS * 1_000,
          interval: 500,
        },
      )
      .toBe('refused');
    // Caddy may show the last one until it's restarted: no browser accepts it.
    await expect(acme.get(HOST, '/')).rejects.toThrow(/SSL|TLS|alert|expired/i);
    console.log(`${serials.size - 1} renewals, ${asked} requests in that time, none failed`);
  } finally {
    await acme.stop();
    http.closeAllConnections();
    await Promise.all([new Promise((done) => http.close(done)), zone.stop()]);
    await db.drop();
  }
});
