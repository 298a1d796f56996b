"use client";

import { createContext, useContext } from "react";

interface Shell {
  sidebarOpen: boolean;
  toggleSidebar(): void;
}

export const ShellContext = createContext<Shell>({ sidebarOpen: true, toggleSidebar: () => {} });

export const useShell = () => useContext(ShellContext);
