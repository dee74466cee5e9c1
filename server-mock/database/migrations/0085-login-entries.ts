/** Sign-ins are records of the entity `login_entry` now. The old table goes once its rows are there: `moveLoginHistory`. */
export async function up(): Promise<void> {
  // The table of the entity is made by the publication of its module, after the migrations.
}
