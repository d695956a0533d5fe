import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { invoices, members, users } from '#src/db/schema.ts';
import type { PaidInvoice, PaymentProvider } from './provider.ts';

/**
 * Writes a paid invoice once, with the workspace's next number: `BW-` + eight characters of its own + a count without
 * gaps. The caller holds the workspace's row, so that two never get the same one.
 */
export async function writeInvoice(
  tx: Tx,
  paid: {
    workspace: { id: string; name: string };
    provider: Pick<PaymentProvider, 'id'>;
    invoice: PaidInvoice;
  },
): Promise<void> {
  const { workspace, provider, invoice } = paid;
  const [owner] = await tx
    .select({ email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.workspaceId, workspace.id), eq(members.role, 'owner')))
    .orderBy(members.createdAt)
    .limit(1);
  const count = await tx.$count(invoices, eq(invoices.workspaceId, workspace.id));
  // The last characters of a UUIDv7 are its random ones.
  const own = workspace.id.replaceAll('-', '').slice(-8).toUpperCase();
  await tx
    .insert(invoices)
    .values({
      workspaceId: workspace.id,
      id: newId(),
      number: `BW-${own}-${String(count + 1).padStart(4, '0')}`,
      provider: provider.id,
      providerRef: invoice.ref,
      billedTo: workspace.name,
      billedEmail: owner?.email ?? '',
      lines: invoice.lines,
      totalCents: invoice.totalCents,
      currency: 'usd',
      periodStart: invoice.periodStart,
      periodEnd: invoice.periodEnd,
      paidAt: invoice.paidAt,
    })
    .onConflictDoNothing({ target: [invoices.workspaceId, invoices.provider, invoices.providerRef] });
}

/** Newest first. */
export const listInvoices = (tx: Tx, limit: number) =>
  tx
    .select()
    .from(invoices)
    .orderBy(sql`${invoices.paidAt} desc, ${invoices.id} desc`)
    .limit(limit);

export async function readInvoice(tx: Tx, id: string) {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, id));
  return invoice;
}
