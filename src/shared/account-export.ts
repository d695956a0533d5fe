import * as z from 'zod/mini';

/** Of each workspace, the newest. */
export const EXPORTED_ALERTS = 10_000;

/** An alert in the file of the person's own data. */
const exportedAlertSchema = z.object({
  id: z.uuid(),
  state: z.string(),
  title: z.nullable(z.string()),
  rule: z.string(),
  symbol: z.nullable(z.string()),
  detector: z.string(),
  value: z.nullable(z.number()),
  eventTime: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  text: z.nullable(z.string()),
});
export type ExportedAlert = z.infer<typeof exportedAlertSchema>;

/** A workspace that the person belongs to; its rules and alerts where the person owns it. */
export const exportedWorkspaceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.string(),
  /** As GET /api/v1/rules/export gives them. */
  rules: z.nullable(z.record(z.string(), z.unknown())),
  /** Newest first, at most EXPORTED_ALERTS; `total` is how many there are. */
  alerts: z.nullable(z.object({ items: z.array(exportedAlertSchema), total: z.int() })),
});
export type ExportedWorkspace = z.infer<typeof exportedWorkspaceSchema>;
