"use client";

import { HardDrive, Library, PanelLeftClose, SquarePen } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useHealth } from "#components/api/use-chat.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { ChatList } from "./chat-list.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export function Sidebar({ onClose }: { onClose(): void }) {
  const t = useTranslations();
  const pathname = usePathname();
  const { data: health } = useHealth();
  return (
    <div className="flex min-h-0 w-full flex-1 flex-col">
      <div className="flex items-center justify-between px-4 pt-3.5 pb-2">
        <Link href="/" className="font-semibold tracking-tight">
          {t("app.name")}
        </Link>
        <IconButton label={t("nav.closeSidebar")} onClick={onClose}>
          <PanelLeftClose />
        </IconButton>
      </div>
      <div className="space-y-0.5 px-2.5 pb-2">
        <Button asChild look="quiet" className="w-full justify-start px-2 text-foreground">
          <Link href="/" aria-current={pathname === "/" ? "page" : undefined}>
            <SquarePen /> {t("nav.newChat")}
          </Link>
        </Button>
        <Button
          asChild
          look="quiet"
          className={classNames(
            "w-full justify-start px-2 text-foreground",
            pathname.startsWith("/transcripts") && "bg-muted",
          )}
        >
          <Link href="/transcripts" aria-current={pathname === "/transcripts" ? "page" : undefined}>
            <Library /> {t("nav.transcripts")}
          </Link>
        </Button>
      </div>
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto px-2.5 pb-4">
        <ChatList />
      </div>
      <div className="border-t px-3 py-2.5">
        {health?.practice && <p className="px-1 pb-1.5 text-muted-foreground text-xs">{t("nav.practice")}</p>}
        <div className="flex items-center gap-1">
          <ThemeSwitch />
          <LanguageSwitch />
          <Button asChild look="quiet" size="icon" className="ml-auto">
            <Link
              href="/storage"
              aria-label={t("storage.title")}
              title={t("storage.title")}
              aria-current={pathname === "/storage" ? "page" : undefined}
            >
              <HardDrive />
            </Link>
          </Button>
        </div>
      </div>
    </div>
  );
}
