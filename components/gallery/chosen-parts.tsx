"use client";

import { useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import type { DataColumn } from "@/components/ui/data-table/columns";
import { DataTable } from "@/components/ui/data-table/data-table";
import { Dialog } from "@/components/ui/dialog";
import {
  AddressInput,
  Checkbox,
  CheckboxGroup,
  Field,
  FieldNote,
  Input,
  Select,
  TextArea,
} from "@/components/ui/field";
import { Menu, MenuChoice, MenuHeading, MenuItem, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { MenuButton } from "@/components/ui/menu-button";
import { RowPager } from "@/components/ui/paging/pagination";
import { showToast } from "@/components/ui/toast-store";
import Toaster from "@/components/ui/toaster";
import { CopyButton } from "@/components/ui/values/copy-button";

const OPTIONS = [
  { value: "one", label: "One" },
  { value: "other", label: "Another" },
];

/** Shows form fields in all states. */
export function Fields() {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id="plain" label="With a hint" hint="Enter a value.">
        <Input id="plain" defaultValue="A value" />
      </Field>
      <Field id="empty" label="Empty">
        <Input id="empty" placeholder="A placeholder" />
      </Field>
      <Field id="faulty" label="Invalid" error="Enter a value greater than zero.">
        <Input id="faulty" defaultValue="nonsense" invalid />
      </Field>
      <Field id="off" label="Disabled">
        <Input id="off" defaultValue="Disabled value" disabled />
      </Field>
      <Field id="address" label="An address">
        <AddressInput id="address" placeholder="Wallet address" />
      </Field>
      <Field id="several-lines" label="Several lines">
        <TextArea id="several-lines" defaultValue={"First line\nSecond line"} />
      </Field>
      <Field id="choice" label="A choice" hint="Select one option.">
        <Select id="choice" options={OPTIONS} />
      </Field>
      <Field id="choice-off" label="A choice, disabled">
        <Select id="choice-off" options={OPTIONS} disabled />
      </Field>
      <Checkbox id="unchecked" label="Unchecked" hint="With a hint" />
      <Checkbox id="checked" label="Checked" defaultChecked />
      <Checkbox id="checked-off" label="Checked, disabled" defaultChecked disabled />
      <CheckboxGroup
        id="several"
        label="A group of checkboxes"
        options={OPTIONS}
        error="Select one option."
        invalid
      />
      <FieldNote id="note" hint="The note of a group of fields." />
    </div>
  );
}

type Row = { name: string; amount: bigint };

const COLUMNS: readonly DataColumn<Row>[] = [
  { id: "name", title: "Name", phone: "title", value: ({ name }) => name, cell: ({ name }) => name },
  {
    id: "amount",
    title: "Amount",
    phone: "value",
    align: "right",
    value: ({ amount }) => amount,
    cell: ({ amount }) => String(amount),
  },
  { id: "wide", title: "In wide tables", wide: true, cell: () => "more" },
];
const FEW = ["Ada", "Charles", "Grace"].map((name, at) => ({ name, amount: BigInt((7 * at) % 5) }));
const MANY = Array.from({ length: 10_000 }, (_, at) => ({ name: `Recipient ${at + 1}`, amount: BigInt(at) }));

/** Shows a short table and a long one, of which only the visible rows are rendered. */
export function DataTables() {
  const shared = { columns: COLUMNS, rowKey: ({ name }: Row) => name, hasFilter: true };
  return (
    <div className="space-y-6">
      <DataTable name="gallery" caption="Three rows" rows={FEW} {...shared} />
      <DataTable name="gallery" caption="Ten thousand rows" rows={MANY} {...shared} />
    </div>
  );
}

/** Shows overlays and components with state. */
export function ChosenParts() {
  const [open, setOpen] = useState<"free" | "locked" | null>(null);
  const [page, setPage] = useState(1);
  const [isChecked, setIsChecked] = useState(true);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => setOpen("free")}>Open a dialog</Button>
        <Button onClick={() => setOpen("locked")}>Open a locked dialog</Button>
        <Menu label="A menu" trigger={<Button>Open a menu</Button>}>
          <MenuHeading>A heading</MenuHeading>
          <MenuItem onSelect={() => setIsChecked(true)}>An item</MenuItem>
          <MenuLink href="/gallery">A link</MenuLink>
          <MenuSeparator />
          <MenuChoice checked={isChecked} onSelect={() => setIsChecked(!isChecked)}>
            A choice
          </MenuChoice>
        </Menu>
        <MenuButton
          label="A menu that loads on demand"
          className={buttonClass()}
          menu={(trigger) => (
            <Menu defaultOpen label="A menu that loads on demand" trigger={trigger}>
              <MenuLink href="/gallery">A link</MenuLink>
            </Menu>
          )}
        >
          Load a menu
        </MenuButton>
        <CopyButton text="copied" label="Copy a text" />
        <Button onClick={() => showToast({ title: "Draft saved.", tone: "good" })}>Show a toast</Button>
        <Button
          onClick={() =>
            showToast({
              title: "Draft deleted.",
              undo: () => showToast({ title: "Draft restored.", tone: "good" }),
            })
          }
        >
          Show a toast with undo
        </Button>
        <Toaster />
      </div>
      <RowPager page={page} pages={3} onPage={setPage} />
      <Dialog
        open={open !== null}
        onOpenChange={() => setOpen(null)}
        locked={open === "locked"}
        title="A dialog"
        description="The purpose of the dialog, in one sentence."
      >
        <p className="text-sm">The content of the dialog.</p>
        <Button tone="primary" onClick={() => setOpen(null)}>
          Close it
        </Button>
      </Dialog>
    </div>
  );
}
